package import Foundation

/// The lines of UTF-8 text, to find the place of a byte for people.
package struct LineIndex: Sendable {
    private let data: Data
    /// The offsets at which lines start.
    private let starts: [Int]

    package init(_ data: Data) {
        self.data = data
        var starts = [0]
        // Not by the iterator of data, which is slow.
        data.withUnsafeBytes { bytes in
            for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
                starts.append(offset + 1)
            }
        }
        self.starts = starts
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
        let start = data.startIndex + starts[line - 1]
        let end = min(data.startIndex + offset, data.endIndex)
        // Each scalar has one byte that is not a continuation byte.
        return (line, data[start..<max(start, end)].count { $0 & 0xC0 != 0x80 } + 1)
    }
}
