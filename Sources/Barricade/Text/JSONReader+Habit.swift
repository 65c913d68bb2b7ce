extension JSONReader {
    /// A habit of people and editors that is no JSON, where the text stops being JSON.
    enum Habit {
        case comma(at: Int)
        case comment(at: Int)
        case quote(at: Int)
        case wideText

        init?(at index: Int, in bytes: [UInt8]) {
            guard index < bytes.count else { return nil }
            switch bytes[index] {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let last = bytes[..<index].lastIndex { !Self.isSpace($0) }
                guard let last, bytes[last] == UInt8(ascii: ",") else { return nil }
                self = .comma(at: last)
            case UInt8(ascii: "#"): self = .comment(at: index)
            case UInt8(ascii: "/") where index + 1 < bytes.count:
                guard "/*".utf8.contains(bytes[index + 1]) else { return nil }
                self = .comment(at: index)
            case UInt8(ascii: "'"): self = .quote(at: index)
            // Every second byte of UTF-16 is zero; it may start with a mark.
            case 0, 0xFE, 0xFF:
                guard index < 2 else { return nil }
                self = .wideText
            default: return nil
            }
        }

        var fault: Fault {
            switch self {
            case .comma(let index): Fault(offset: index, reason: "a comma too many")
            case .comment(let index): Fault(offset: index, reason: "a comment")
            case .quote(let index): Fault(offset: index, reason: "a single quotation mark")
            case .wideText: Fault(offset: 0, reason: "UTF-16 instead of UTF-8")
            }
        }

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
        }
    }
}
