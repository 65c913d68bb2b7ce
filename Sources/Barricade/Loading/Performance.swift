import Foundation

/// What works for a load in a task of its own, on the barricade's clock.
///
/// No wait goes past the request's timeout, which counts from the last thing that came.
struct Performance: Sendable {
    private let gate: ClientGate
    private let clock: any Clock<Duration>
    private let timeout: Duration

    init(gate: ClientGate, clock: any Clock<Duration>, timeout: Duration) {
        self.gate = gate
        self.clock = clock
        self.timeout = timeout
    }

    /// Waits; throws `URLError.timedOut` at the timeout where that is sooner.
    func pause(for duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await clock.sleep(for: min(duration, timeout))
        guard duration < timeout else { throw URLError(.timedOut) }
    }

    /// Waits as long as a response asks for that a handler has returned.
    func pause(for response: PreparedResponse, of barricade: Barricade) async throws {
        guard let delay = response.response.delay, delay.fault == nil else { return }
        try await pause(for: delay.duration(using: barricade.random))
    }

    /// Runs what may take any time; the load fails at the timeout, even where this never returns.
    func watching<Success>(
        _ operation: () async throws -> Success
    ) async throws -> Success {
        let watchdog = Task { [self] in
            try await clock.sleep(for: timeout)
            send([.fail(URLError(.timedOut))])
        }
        return try await withTaskCancellationHandler {
            defer { watchdog.cancel() }
            return try await operation()
        } onCancel: {
            watchdog.cancel()
        }
    }

    func send(_ events: [Exchange.Event]) {
        gate.send(events)
    }

    /// Sends the pieces of a body as they come, up to so many bytes of them.
    func send(_ pieces: BodyPieces, upTo limit: Int) async throws {
        var rest = limit
        switch pieces {
        case .paced(let pieces, let pause):
            for piece in pieces where rest > 0 {
                try await self.pause(for: pause)
                rest -= send(piece, upTo: rest)
            }
        case .stream(let make):
            var iterator = make().makeAsyncIterator()
            while rest > 0, let piece = try await watching({ try await iterator.next() }) {
                rest -= send(piece, upTo: rest)
            }
        }
    }

    private func send(_ piece: Data, upTo limit: Int) -> Int {
        let piece = piece.count > limit ? piece.prefix(limit) : piece
        if !piece.isEmpty { send([.piece(piece)]) }
        return piece.count
    }
}
