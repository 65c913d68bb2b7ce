import Foundation

// A request's way to the server over a simulated network.
extension Load {
    /// Sends a request's body up, and then carries out the decision on it.
    func upload(
        _ request: BarricadeRequest, over traffic: NetworkTraffic, for decision: Decision
    ) throws -> Step {
        let size = request.sentBody.data?.count ?? 0
        return try pause(for: traffic.dnsDelay(to: request.target.host)) { [self] in
            try upload(0..<size, after: nil, over: traffic) { [self] in
                try carryOut(decision, for: request)
            }
        }
    }

    /// Sends up what is left of a body, part by part.
    // Not copied into itself, several levels deep.
    @inline(never)
    private func upload(
        _ rest: Range<Int>, after due: Duration?, over traffic: NetworkTraffic,
        then next: @escaping @Sendable () throws -> Step
    ) throws -> Step {
        guard !rest.isEmpty else { return try pause(for: traffic.latency(up: true), then: next) }
        var due = due
        let (count, wait) = traffic.send(rest.count, up: true, after: &due)
        let part = rest.prefix(count)
        return try pause(for: wait) { [self, due] in
            progress()
            send([.sent(part, of: rest.upperBound)])
            return try upload(
                part.upperBound..<rest.upperBound, after: due, over: traffic, then: next)
        }
    }
}
