import Foundation

/// The bytes to send, in the pieces in which they were added.
struct OutputQueue {
    private struct Piece {
        var bytes: Data
        /// The number of its bytes that a writer wrote; the others are framing.
        var writtenBytes: Int
    }

    /// The size up to which pieces are joined, since many small pieces cost time and memory.
    private static let smallSize = 16_384

    private var pieces: [Piece] = []
    /// The first piece that is not sent completely, and the number of its sent bytes.
    private var first = 0
    private var sentOfFirst = 0

    var isEmpty: Bool { first == pieces.count }

    mutating func append(_ bytes: Data, writtenBytes: Int = 0) {
        guard !bytes.isEmpty else { return }
        let last = pieces.endIndex - 1
        if last >= first, pieces[last].bytes.count + bytes.count <= Self.smallSize {
            pieces[last].bytes += bytes
            pieces[last].writtenBytes += writtenBytes
        } else {
            pieces.append(Piece(bytes: bytes, writtenBytes: writtenBytes))
        }
    }

    /// Sends as much as the system accepts.
    ///
    /// Returns whether the connection still works, the number of sent bytes, and the number of a
    /// writer's bytes in the pieces that are now sent completely.
    mutating func send(to socket: Socket) -> (isGood: Bool, sent: Int, writtenBytes: Int) {
        var (sent, writtenBytes) = (0, 0)
        while first < pieces.count {
            let piece = pieces[first]
            let transfer = piece.bytes.withUnsafeBytes { bytes in
                socket.transmit(UnsafeRawBufferPointer(rebasing: bytes[sentOfFirst...]))
            }
            guard case .moved(let count) = transfer else {
                if case .blocked = transfer { return (true, sent, writtenBytes) }
                return (false, sent, writtenBytes)
            }
            sent += count
            sentOfFirst += count
            guard sentOfFirst == piece.bytes.count else { continue }
            writtenBytes += piece.writtenBytes
            dropFirst()
        }
        return (true, sent, writtenBytes)
    }

    private mutating func dropFirst() {
        first += 1
        sentOfFirst = 0
        // Only sometimes, since removing moves all remaining pieces.
        guard first == pieces.count || (first >= 64 && 2 * first >= pieces.count) else { return }
        pieces.removeFirst(first)
        first = 0
    }
}
