import Foundation

/// The lines of UTF-8 text, to find the place of a byte for people.
struct LineIndex: Sendable {
    private let data: Data
    /// The offsets at which lines start.
    private let starts: [Int]

    init(_ data: Data) {
        self.data = data
        starts = [0] + zip(0..., data).lazy.filter { $1 == UInt8(ascii: "\n") }.map { $0.0 + 1 }
    }

    /// Returns the line and the column of a byte, each from 1; columns count Unicode scalars.
    func place(of offset: Int) -> (line: Int, column: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        let start = data.startIndex + starts[low]
        let end = min(data.startIndex + offset, data.endIndex)
        // Each scalar has one byte that is not a continuation byte.
        return (low + 1, data[start..<max(start, end)].count { $0 & 0xC0 != 0x80 } + 1)
    }
}
