import Foundation

/// A file to be served, or a range of its bytes.
struct FilePart: Sendable {
    let url: URL
    /// The name that the response gives, for messages.
    let name: String
    var range: Range<Int>
    let tag: EntityTag

    /// From this size on, a file goes out piece by piece where the task can take pieces.
    static let pieceSize = 1 << 20

    var isLarge: Bool { range.count > Self.pieceSize }

    /// Returns the first bytes of it, up to so many.
    func prefix(_ count: Int) -> FilePart {
        var part = self
        part.range = range.prefix(count)
        return part
    }

    /// Returns the bytes, in pages that the system reads when they are touched.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason.
    func data() throws(BarricadeError) -> Data {
        do {
            // Linux takes no file to be safe to map, and reads even the largest.
            let isWorthMapping = range.count >= Self.pieceSize
            let data = try Data(
                contentsOf: url, options: isWorthMapping ? .alwaysMapped : .mappedIfSafe)
            if range.count == data.count { return data }
            return data[range.clamped(to: 0..<data.count)]
        } catch {
            throw unreadable(error.localizedDescription)
        }
    }

    /// Reads the bytes piece by piece, so that none but the latest piece is in memory.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` with the reason; what the closure throws.
    func read(_ take: (Data) async throws -> Void) async throws {
        let handle: FileHandle
        do {
            handle = try FileHandle(forReadingFrom: url)
            try handle.seek(toOffset: UInt64(range.lowerBound))
        } catch {
            throw unreadable(error.localizedDescription)
        }
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
