import Foundation

/// A file to be served, or a range of its bytes.
struct FilePart: Sendable {
    let url: URL
    /// The name that the response gives, for messages.
    let name: String
    /// The size of the whole file when it was found.
    let size: Int
    var range: Range<Int>
    let tag: EntityTag

    /// From this size on, a file goes out piece by piece where the task can take pieces.
    static let pieceSize = 1 << 20

    /// From this size on, a file that goes out as a whole is mapped into memory rather than read.
    ///
    /// A smaller one may be edited while its body is in use, and a mapped body would go with it:
    /// whoever reads it then traps.
    private static let mappedSize = 16 << 20

    var isLarge: Bool { range.count > Self.pieceSize }

    /// Returns the first bytes of it, up to so many.
    func prefix(_ count: Int) -> FilePart {
        var part = self
        part.range = range.prefix(count)
        return part
    }

    /// Returns the bytes; of a very large file, in pages that are read when they are touched.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func data() throws(BarricadeError) -> Data {
        let isMapped = range.count >= Self.mappedSize
        do {
            guard isMapped || range.count == size else {
                // No more than the range, which may be a small one of a very large file.
                let handle = try open()
                defer { try? handle.close() }
                return try handle.read(upToCount: range.count) ?? Data()
            }
            let data = try Data(contentsOf: url, options: isMapped ? .alwaysMapped : [])
            if range.count == data.count { return data }
            return data[range.clamped(to: 0..<data.count)]
        } catch let error as BarricadeError {
            throw error
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    /// Reads the bytes piece by piece, so that none but the latest piece is in memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason; what the closure throws.
    func read(_ take: (Data) async throws -> Void) async throws {
        let handle = try open()
        defer { try? handle.close() }
        var rest = range.count
        while rest > 0 {
            guard let piece = try readPiece(of: handle, upTo: rest), !piece.isEmpty else {
                throw unreadable("it got shorter while it was served.")
            }
            try await take(piece)
            rest -= piece.count
        }
    }

    /// Opens the file where the range begins.
    private func open() throws(BarricadeError) -> FileHandle {
        do {
            let handle = try FileHandle(forReadingFrom: url)
            try handle.seek(toOffset: UInt64(range.lowerBound))
            return handle
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    private func readPiece(
        of handle: FileHandle, upTo rest: Int
    ) throws(BarricadeError) -> Data? {
        do {
            return try handle.read(upToCount: min(rest, Self.pieceSize))
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    private func unreadable(_ reason: String) -> BarricadeError {
        BarricadeError(
            .unreadableFile, "The file \"\(name)\" cannot be read: \(url.path): \(reason)")
    }
}
