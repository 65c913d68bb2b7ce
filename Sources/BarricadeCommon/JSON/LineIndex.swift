package import Foundation

/// The lines of UTF-8 text, to find the line and column of a byte.
package struct LineIndex: Sendable {
    private let data: Data
    /// The offsets at which lines start.
    private let starts: [Int]

    package init(_ data: Data) {
        self.data = data
        // The iterator of `Data` is slow.
        starts = data.withUnsafeBytes { bytes in
            [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        }
    }

    /// Returns the line of a byte, from 1.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// Returns the line and the column of a byte, each from 1; columns count Unicode scalars.
    package func place(of offset: Int) -> (line: Int, column: Int) {
        let line = line(of: offset)
        let before = data.dropFirst(starts[line - 1]).prefix(offset - starts[line - 1])
        // Each scalar has one byte that is not a continuation byte.
        return (line, before.count { $0 & 0xC0 != 0x80 } + 1)
    }
}
