import Barricade

/// Operations on text by ASCII characters, many times faster than by characters of any kind.
extension StringProtocol where SubSequence == Substring {
    /// Returns the parts between occurrences of a character, also empty ones.
    func split(at separator: Unicode.Scalar) -> [Substring] {
        self[...].utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    /// Returns the text with some characters replaced by texts.
    func replacing(_ replacements: KeyValuePairs<Unicode.Scalar, String>) -> String {
        let bytes = replacements.map { UInt8(ascii: $0.key) }
        guard utf8.contains(where: bytes.contains) else { return String(self) }
        var result: [UInt8] = []
        for byte in utf8 {
            if let index = bytes.firstIndex(of: byte) {
                result += replacements[index].value.utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// The text without leading and trailing spaces and line breaks.
    var trimmingSpace: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !$0.isSpace }),
            let last = bytes.lastIndex(where: { !$0.isSpace })
        else { return "" }
        return String(self[first...last])
    }

    /// The lines, without their line feeds; a carriage return before one stays.
    var lines: [Substring] { split(at: "\n") }
}

extension UInt8 {
    /// Whether it is not an ASCII control character, or is a tab or line break.
    var isReadable: Bool { self >= 0x20 && self != 0x7F || isSpace }
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
