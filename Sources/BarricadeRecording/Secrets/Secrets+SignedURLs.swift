import Barricade

extension Secrets {
    private static let signatures = ["ignature=", "sig=", "hmac="].map { Array($0.utf8) }
    private static let longestURL = 4_096

    /// Returns the queries of signed URLs, in order.
    static func signedQueries(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for index in text.indices where text[index] == UInt8(ascii: "=") {
            let isSignature = signatures.contains { name in
                index + 1 >= name.count
                    && text[(index + 1 - name.count)...index].elementsEqual(name)
            }
            guard isSignature, index >= found.last?.upperBound ?? 0 else { continue }
            let room = max(0, index - longestURL)
            let start = text[room..<index].lastIndex { !isURLByte($0) }.map { $0 + 1 } ?? room
            guard let mark = text[start..<index].firstIndex(of: UInt8(ascii: "?")),
                Substring(decoding: text[start..<mark], as: UTF8.self).schemeSeparator != nil
            else { continue }
            var end = text[index...].firstIndex { !isURLByte($0) } ?? text.count
            // Drop the end of a sentence.
            while ".,;:!".utf8.contains(text[end - 1]) { end -= 1 }
            found.append(mark + 1..<end)
        }
        return found
    }

    private static func isURLByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x80 && !"\"'<>`\\^{|}()".utf8.contains(byte)
    }
}
