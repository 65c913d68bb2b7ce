import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The way of a request to the real server in the library's own session.
extension LoadStep {
    func passThroughSession() {
        if let reason = lostBody { return load.fail(BarricadeError.bodyLost(reason)) }
        load.loader.endRecord(.passedThrough)
        start(LiveSession(self))
    }

    /// Lets a request pass through, and delivers the response that a closure makes from the reply.
    ///
    /// No other loader can take over the task, since its reply is not the one delivered.
    func passThrough(
        _ request: BarricadeRequest, changing change: @escaping CannedResponse.LiveChange,
        of maker: PreparedResponse
    ) {
        if let error = undeliverable { return load.fail(error) }
        let step = isUntouched ? carrying(request.body) : self
        if let reason = step.lostBody { return load.fail(BarricadeError.bodyLost(reason)) }
        let live = LiveSession(step) { response, data in
            let reply = LiveReply(response, data, to: request.method)
            step.load.run {
                let answer = try await change(reply, maker.withPathValues(request))
                step.deliver(answer, inPlaceOf: maker, to: request)
            }
        }
        start(live)
    }

    private func start(_ live: LiveSession) {
        load.leave(to: LoadWork(stop: live.stop))
        // A suspended task sends nothing until it is resumed.
        load.send([.visit { _ in live.start() }])
    }
}

extension BarricadeError {
    /// Makes the error of a request that would reach a real server without its body.
    static func bodyLost(_ reason: String) -> BarricadeError {
        BarricadeError(
            .unsupported,
            """
            The request cannot pass through, since its body cannot be sent again: \(reason).

            To fix: send data or a file rather than a stream, or answer the request here.
            """)
    }
}
