extension Substring {
    /// The text without the spaces and tabs around it, which RFC 9110 allows in header fields.
    package var trimmed: String {
        // Foundation takes twenty times as long.
        let isText = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
        guard let start = utf8.firstIndex(where: isText), let end = utf8.lastIndex(where: isText)
        else { return "" }
        return String(Substring(utf8[start...end]))
    }

    @inline(never)
    fileprivate func parts(at separator: Unicode.Scalar, most count: Int) -> [Substring] {
        // The bytes, since slices of text look for the ends of characters.
        var (parts, rest) = ([Substring](), utf8)
        while parts.count < count - 1, let end = rest.firstIndex(of: UInt8(ascii: separator)) {
            // Partial ranges would take twice as long in a debug build.
            parts.append(Substring(rest[rest.startIndex..<end]))
            rest = rest[rest.index(after: end)..<rest.endIndex]
        }
        parts.append(Substring(rest))
        return parts
    }

    /// The texts around the first equals sign, trimmed; no value if there is none.
    package var pair: (name: String, value: String?) {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (trimmed, nil) }
        return (self[..<equals].trimmed, self[utf8.index(after: equals)...].trimmed)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the parts between separators, even empty ones: at least one.
    ///
    /// By bytes, since a separator with a combining mark is another `Character`.
    package func split(at separator: Unicode.Scalar, most count: Int = .max) -> [Substring] {
        self[...].parts(at: separator, most: count)
    }
}
