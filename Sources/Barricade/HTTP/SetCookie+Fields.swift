extension SetCookie {
    /// Takes apart what Foundation has joined: several `Set-Cookie` fields as one value.
    ///
    /// A comma begins another field where a name and an equals sign follow; that in a date does not.
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

    /// Whether a text begins with a cookie's name and an equals sign.
    private static func isStart(_ text: Substring) -> Bool {
        let rest = text.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let end = rest.firstIndex { !HTTP.Headers.isTokenByte($0) } ?? rest.endIndex
        return end > rest.startIndex && end < rest.endIndex && rest[end] == UInt8(ascii: "=")
    }
}
