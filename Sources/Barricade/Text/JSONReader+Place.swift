import Foundation

extension JSONReader.Fault {
    /// Returns the place where the text stops being JSON, for people: `line 3, column 14`.
    func place(in data: Data) -> String {
        let before = data.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
        // Each scalar has one byte that is not a continuation byte.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        let text = "line \(line), column \(column)"
        return isEnd ? "it ends too early, \(text)" : reason.map { "\($0), \(text)" } ?? text
    }
}
