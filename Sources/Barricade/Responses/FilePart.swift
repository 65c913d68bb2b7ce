package import Foundation

/// A file to serve, or a range of its bytes.
package struct FilePart: Sendable {
    package let file: FoundFile
    var range: Range<Int>

    /// From this size on, a file is sent in pieces if the task can take pieces.
    static let pieceSize = 1 << 20

    /// Makes the part that is the whole file.
    init(_ file: FoundFile) {
        self.file = file
        range = 0..<file.size
    }

    var isLarge: Bool { range.count > Self.pieceSize }

    /// Returns its first bytes, up to a limit.
    func prefix(_ count: Int) -> FilePart {
        var part = self
        part.range = range.prefix(count)
        return part
    }

    /// Returns the bytes.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    package func data() throws(BarricadeError) -> Data {
        try file.data(in: range)
    }

    /// Starts to read the bytes in pieces, so that only the latest piece is in memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func reader() throws(BarricadeError) -> Reader {
        // A file read to learn its size is already in memory, and is sent as one piece.
        let handle = file.content == nil ? try file.open(at: range.lowerBound) : nil
        return Reader(part: self, handle: handle, rest: range.count)
    }

    /// A reader of the pieces, which closes the file when it is released.
    struct Reader {
        fileprivate let part: FilePart
        fileprivate let handle: FileHandle?
        fileprivate var rest: Int

        /// Returns the next piece; `nil` after the last one.
        ///
        /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
        package mutating func next() throws(BarricadeError) -> Data? {
            guard rest > 0 else { return nil }
            guard let piece = try read(), !piece.isEmpty else {
                throw part.file.unreadable("it got shorter while it was served.")
            }
            rest -= piece.count
            return piece
        }

        private func read() throws(BarricadeError) -> Data? {
            guard let handle else { return try part.data() }
            do {
                return try handle.read(upToCount: min(rest, FilePart.pieceSize))
            } catch {
                throw part.file.unreadable(error.localizedDescription)
            }
        }
    }
}
