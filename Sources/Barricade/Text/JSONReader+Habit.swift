extension JSONReader {
    /// Returns the fault of a habit of people and editors that is no JSON, where the text stops being
    /// JSON; `nil` if there is none.
    static func habitFault(at index: Int, in bytes: [UInt8]) -> Fault? {
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let last = bytes[..<index].lastIndex { !isSpace($0) }
            guard let last, bytes[last] == UInt8(ascii: ",") else { return nil }
            return Fault(offset: last, reason: "a comma too many")
        case UInt8(ascii: "#"):
            return Fault(offset: index, reason: "a comment")
        case UInt8(ascii: "/"):
            let next = bytes[(index + 1)...].first
            guard let next, "/*".utf8.contains(next) else { return nil }
            return Fault(offset: index, reason: "a comment")
        case UInt8(ascii: "'"):
            return Fault(offset: index, reason: "a single quotation mark")
        // Every second byte of UTF-16 is zero; it may start with a mark.
        case 0, 0xFE, 0xFF:
            return index < 2 ? Fault(offset: 0, reason: "UTF-16 instead of UTF-8") : nil
        default:
            return nil
        }
    }
}
