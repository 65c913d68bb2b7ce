import Barricade
import LoopbackServer

/// Ports that stay free after a server has left them.
///
/// Port 0 and connections get theirs from 32768 (Linux) or 49152 (Apple platforms) on, where another
/// test may have a port the moment a server leaves it.
enum QuietPort {
    private static let block: UInt16 = 100
    private static let bounds = 20_000..<32_000 as Range<UInt16>
    /// Where the next search begins; other processes begin elsewhere.
    private static let next = Locked(UInt16.random(in: bounds))

    /// Returns a port that nobody listens on; no other test of this process gets it.
    static func free() async throws -> UInt16 {
        let start = next.withLock { next in
            defer { next = next + block < bounds.upperBound ? next + block : bounds.lowerBound }
            return next
        }
        let server = LoopbackServer { _ in .text("") }
        let port = try server.start(port: start, triesNext: true)
        await server.stop()
        return port
    }
}
