import Foundation

/// A file to be served, or a range of its bytes.
struct FilePart: Sendable {
    let file: FoundFile
    var range: Range<Int>

    /// From this size on, a file goes out piece by piece where the task can take pieces.
    static let pieceSize = 1 << 20

    /// All of a file.
    init(_ file: FoundFile) {
        self.file = file
        range = 0..<file.status.size
    }

    var isLarge: Bool { range.count > Self.pieceSize }

    /// Returns the first bytes of it, up to so many.
    func prefix(_ count: Int) -> FilePart {
        var part = self
        part.range = range.prefix(count)
        return part
    }

    /// Returns the bytes.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func data() throws(BarricadeError) -> Data {
        try file.data(in: range)
    }

    /// Reads the bytes piece by piece, so that none but the latest piece is in memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason; what the closure throws.
    func read(_ take: (Data) async throws -> Void) async throws {
        let handle = try file.open(at: range.lowerBound)
        defer { try? handle.close() }
        var rest = range.count
        while rest > 0 {
            guard let piece = try readPiece(of: handle, upTo: rest), !piece.isEmpty else {
                throw file.unreadable("it got shorter while it was served.")
            }
            try await take(piece)
            rest -= piece.count
        }
    }

    private func readPiece(
        of handle: FileHandle, upTo rest: Int
    ) throws(BarricadeError) -> Data? {
        do {
            return try handle.read(upToCount: min(rest, Self.pieceSize))
        } catch {
            throw file.unreadable(error.localizedDescription)
        }
    }
}
