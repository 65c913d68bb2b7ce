import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// How a request reaches the real server in a session of the library's own.
extension LoadStep {
    func passThroughSession() {
        if let reason = lostBody { return load.fail(BarricadeError.bodyLost(reason)) }
        load.loader.endRecord(.passedThrough)
        let live = LiveSession(self)
        load.leave(to: LoadWork(stop: live.stop))
        // A task that is suspended sends nothing until it is resumed.
        load.send([.visit { _ in live.start() }])
    }
}

extension BarricadeError {
    /// What a request gets that is to go to a real server without the body it came with.
    static func bodyLost(_ reason: String) -> BarricadeError {
        BarricadeError(
            .unsupported,
            """
            The request cannot go to the real server, since its body cannot be sent again: \(reason).

            To fix: send data or a file rather than a stream, or answer the request here.
            """)
    }
}
