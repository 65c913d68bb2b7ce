import Barricade

/// JSON for people, with other white space between its tokens, which are as they were.
///
/// The text may be cut; what is left of its last token stands at the end.
enum IndentedJSON {
    /// The deepest indentation; without a limit, deep nesting would multiply the size of the text.
    private static let deepest = 40

    /// Returns the text, and its lines that open something, each with the line that closes it.
    static func read(_ json: String) -> (text: String, folds: [[Int]]) {
        let bytes = Array(json.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3 / 2)
        var (line, end) = (1, 0)
        /// The lines of the open containers, and whether anything is in the last one.
        var (open, isFilled) = ([Int](), true)
        var folds: [Int: Int] = [:]
        /// Whether the last token is the key of the next value.
        var isKeyed = false

        func breakLine() {
            text.append(UInt8(ascii: "\n"))
            text += repeatElement(UInt8(ascii: " "), count: 2 * min(open.count, deepest))
            line += 1
        }
        func begin() {
            if !isKeyed, !open.isEmpty {
                if isFilled { text.append(UInt8(ascii: ",")) }
                breakLine()
            }
            (isFilled, isKeyed) = (true, false)
        }
        // A fault ends the text that can be laid out.
        try? JSONReader.read(bytes) { part, range in
            if case .end = part {
                let start = open.removeLast()
                if isFilled {
                    breakLine()
                    folds[start] = line
                }
                (isFilled, isKeyed) = (true, false)
                text.append(bytes[range.upperBound - 1])
            } else {
                begin()
                text += bytes[range]
                if case .key = part {
                    text += ": ".utf8
                    isKeyed = true
                }
                if case .start = part {
                    open.append(line)
                    isFilled = false
                }
            }
            end = range.upperBound
        }
        let rest = bytes[end...].drop { " \t\r\n,:".utf8.contains($0) }
        if !rest.isEmpty {
            begin()
            text += rest
        }
        return (
            String(decoding: text, as: UTF8.self),
            folds.sorted { $0 < $1 }.map { [$0.key, $0.value] }
        )
    }
}
