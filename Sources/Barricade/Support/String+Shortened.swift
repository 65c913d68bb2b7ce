extension String {
    /// The text as messages show it: of more than 200 characters, the first 139 and the last 60.
    var shortened: String { shortened(to: 200) }

    /// The text with `…` in place of what is too much in its middle.
    ///
    /// - Parameter limit: The most Unicode scalars it may have; at least 3.
    func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        let end = limit * 3 / 10
        var text = String(unicodeScalars.prefix(limit - end - 1))
        text += "…"
        text.unicodeScalars += unicodeScalars.suffix(end)
        return text
    }
}
