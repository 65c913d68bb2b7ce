import Barricade

/// A range of bytes and the text that replaces it.
struct TextEdit {
    let range: Range<Int>
    let text: String
}

extension [TextEdit] {
    /// Returns a text with all edits applied; the first of overlapping ones wins.
    func applied(to bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var end = 0
        for edit in ordered(by: { $0.range.lowerBound }) where edit.range.lowerBound >= end {
            result += bytes[end..<edit.range.lowerBound]
            result += edit.text.utf8
            end = edit.range.upperBound
        }
        return String(decoding: result + bytes[end...], as: UTF8.self)
    }
}
