import Foundation

extension Load {
    /// Makes a request of a held set wait until it is released.
    func hold(
        _ request: BarricadeRequest, at gate: HeldRequests, _ writer: LogWriter,
        then response: PreparedResponse, for decision: Decision
    ) -> Step {
        writer.hold(true)
        let held = HeldRequests.Held(
            id: writer.id, request: writer.record?.entry.request ?? request,
            response: response.name, timeout: timeout
        ) { [self] other in
            writer.hold(false)
            endSuspension()
            send {
                if let other {
                    return try answer(
                        with: other, inPlaceOf: response, to: request, as: other.logName,
                        counted: decision.set?.response(named: other.name))
                }
                return try answer(response.outcome, after: decision.delay, to: request)
            }
        }
        let step = pauseForever(stop: { gate.leave(held) })
        gate.wait(held)
        // It may have ended before.
        if !isLoading { gate.leave(held) }
        return step
    }

    /// Notes that a caller continues a pause without end.
    ///
    /// A stepped clock does not wait for such a pause, so that only a timeout ends it by itself.
    private func endSuspension() {
        timeline.schedule?.endSuspension(of: owner)
        startWaiting(for: .work, isQueued: true)
    }
}
