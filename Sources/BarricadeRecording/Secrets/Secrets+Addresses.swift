import Barricade

extension SecretFinder {
    /// Finds an e-mail address around an `@`.
    ///
    /// - Parameter limit: The first byte that may belong to it.
    func emailAddress(around at: Int, after limit: Int) -> Secrets.Finding? {
        var start = at
        while start > limit, Self.isLocal(text[start - 1]) { start -= 1 }
        while start < at, text[start] == UInt8(ascii: ".") || text[start] == UInt8(ascii: "'") {
            start += 1
        }
        // `git` is the user of all people on a server: `git@example.com:books.git`.
        guard start < at, !text[start..<at].elementsEqual("git".utf8),
            let end = endOfDomain(from: at + 1)
        else { return nil }
        return Secrets.Finding(.emailAddress, start..<end)
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte >= 0x80 || ".+-_'~".utf8.contains(byte)
    }

    /// Returns the end of a name with a dot; the extension of a file is not part of it.
    private func endOfDomain(from start: Int) -> Int? {
        var end = end(from: start) {
            $0.isTokenByte && $0 != UInt8(ascii: "_") || $0 >= 0x80 || $0 == UInt8(ascii: ".")
        }
        // Drop the end of a sentence.
        while end > start, !text[end - 1].isAlphanumeric, text[end - 1] < 0x80 { end -= 1 }
        var labels = text[start..<end].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        while let last = labels.last,
            Self.fileExtensions.contains(String(decoding: last, as: UTF8.self).lowercased())
        {
            labels.removeLast()
        }
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last,
            last.count >= 2, last.contains(where: { $0.isLetter || $0 >= 0x80 })
        else { return nil }
        return last.endIndex
    }

    /// Images for several resolutions are called `icon@2x.png`.
    private static let fileExtensions = Secrets.imageExtensions.union([
        "json", "mp4", "pdf", "txt", "xml", "zip",
    ])
}
