extension SetCookie {
    /// Splits several `Set-Cookie` fields that Foundation has joined into one value.
    ///
    /// A comma starts another field if a name and an equals sign follow, unlike the comma in a
    /// date.
    static func fields(joined text: String) -> [String] {
        var fields: [Substring] = []
        var start = text.startIndex
        for index in text.utf8.indices where text.utf8[index] == UInt8(ascii: ",") {
            let next = text.utf8.index(after: index)
            guard isStart(text[next...]) else { continue }
            fields.append(text[start..<index])
            start = next
        }
        return (fields + [text[start...]]).map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Returns whether a text starts with a cookie's name and an equals sign.
    private static func isStart(_ text: Substring) -> Bool {
        let rest = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = rest.firstIndex { !HTTP.Headers.isTokenByte($0) } ?? rest.endIndex
        return end > rest.startIndex && end < rest.endIndex && rest[end] == UInt8(ascii: "=")
    }
}
