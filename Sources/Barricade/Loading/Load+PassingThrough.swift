import Foundation

extension Load {
    /// Lets a request pass through to the loader behind the barricade.
    ///
    /// That loader takes over the request if it can, every host may be reached, and the request is
    /// the client's own. Otherwise the request goes through the library's own session, since the
    /// other loader would follow redirects to any host. A request whose reply is observed goes there
    /// too, unless only the other loader can complete it.
    func passThrough(body: RequestBody) throws -> Step {
        let handOver = isUntouched ? client.handOver : .impossible
        let isObserved = state.withLock { $0.observers != nil }
        if policy.isOpen, handOver == .required || handOver == .possible && !isObserved {
            return .now([.handOver])
        }
        if handOver == .required { throw BarricadeError.downloadsRestricted }
        if client.handOver == .required { throw BarricadeError.downloadsUnsupported }
        if isUntouched, !hasUnreadStream { replaceBody(with: body) }
        let live = try LiveSession(self)
        logWriter?.passThrough()
        return start(live)
    }

    /// Lets a request pass through, and delivers the response that code makes from the reply.
    ///
    /// No other loader can take over the request, since its reply is not the one delivered.
    func passThrough(
        _ request: BarricadeRequest, changedBy response: PreparedResponse
    ) throws -> Step {
        if client.handOver == .required { throw BarricadeError.downloadsUnsupported }
        if isUntouched { replaceBody(with: request.sentBody) }
        return start(
            try LiveSession(self) { [self] reply, data in
                let reply = LiveReply(reply, data, to: request.method)
                return run { [self] in
                    let made = try await response.make(
                        for: request, from: reply, at: barricade)
                    return try answer(with: made, inPlaceOf: response, to: request)
                }
            })
    }

    private func start(_ live: LiveSession) -> Step {
        startWaiting(for: .reply, stop: live.stop)
        // A suspended task sends nothing until it is resumed.
        return .now([.perform { live.start() }])
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

    /// The error of download tasks on Linux, where a custom protocol cannot complete them.
    static let downloadsUnsupported = BarricadeError(
        .unsupported,
        """
        A download task cannot get a canned response on Linux: its URL loading system has no \
        way to deliver a file.

        To fix: use a data task, let the request pass through, run this test on an Apple platform, or \
        import BarricadePanel and download from a port in a session without the barricade: let server = \
        try await barricade.serve(), then server.url, and await server.stop() at the end.
        """)

    /// The error of download tasks on Linux that may reach only some hosts.
    fileprivate static let downloadsRestricted = BarricadeError(
        .unsupported,
        """
        A download task cannot pass through on Linux while some hosts must not be reached: \
        the server could redirect it to one of them.

        To fix: use a data task, or let every host be reached: \
        barricade.unmatchedPolicy = .passThrough
        """)
}
