/// A text of which ranges are replaced, from first to last.
struct TextEdit {
    private let bytes: [UInt8]
    private var edited: [UInt8] = []
    /// The end of the last range that was replaced.
    private(set) var end = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func replace(_ range: Range<Int>, with text: String) {
        edited += bytes[end..<range.lowerBound]
        edited += text.utf8
        end = range.upperBound
    }

    /// The text with all replacements.
    var text: String { String(decoding: edited + bytes[end...], as: UTF8.self) }
}
