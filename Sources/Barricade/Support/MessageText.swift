extension String {
    /// The text for messages: if it has more than 200 characters, the first 139 and the last 60.
    package var shortened: String { shortened(to: 200) }

    /// Returns the text, with `…` in place of its middle if it is too long.
    ///
    /// - Parameter limit: The most Unicode scalars to return; at least 3.
    package func shortened(to limit: Int) -> String {
        guard utf8.count > limit, unicodeScalars.count > limit else { return self }
        let end = limit * 3 / 10
        var text = String(unicodeScalars.prefix(limit - end - 1))
        text += "…"
        text.unicodeScalars += unicodeScalars.suffix(end)
        return text
    }

    /// Returns the text shortened; if it is long, from shortly before the place at which it begins
    /// to differ from another one.
    func shortened(besides other: String) -> String {
        let same = zip(unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        guard same > 100, max(utf8.count, other.utf8.count) > 200 else { return shortened }
        return "…\(Substring(unicodeScalars.dropFirst(same - 20)))".shortened
    }
}

extension Secrets {
    /// Returns a text in quotes, without secrets, shortened besides another one.
    static func shown(_ text: String, besides other: String? = nil) -> String {
        masked(value: text).shortened(besides: masked(value: other ?? "")).debugDescription
    }
}

/// Texts below each other in messages.
package enum TextColumn {
    /// Returns the texts, padded to the same width.
    package static func padded(_ texts: [String]) -> [String] {
        let width = texts.map(\.count).max() ?? 0
        return texts.map { $0 + String(repeating: " ", count: width - $0.count) }
    }
}

extension Int {
    /// Returns the number with its noun: `1 test`, `2 tests`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
