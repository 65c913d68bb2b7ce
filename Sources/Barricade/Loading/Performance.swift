import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What works for a load in a task of its own, on the barricade's clock.
///
/// No wait goes past the request's timeout, which counts from the last thing that came.
struct Performance: Sendable {
    private let gate: ClientGate
    private let clock: any Clock<Duration>
    private let timeout: RequestTimeout
    private let traffic: NetworkTraffic?

    init(
        gate: ClientGate, clock: any Clock<Duration>, timeout: RequestTimeout,
        traffic: NetworkTraffic?
    ) {
        self.gate = gate
        self.clock = clock
        self.timeout = timeout
        self.traffic = traffic
    }

    /// Waits, for ever where no duration is given; throws `URLError.timedOut` at the timeout where
    /// that is sooner.
    func pause(for duration: Duration?) async throws {
        let duration = duration ?? .seconds(1e12)
        guard duration > .zero else { return try Task.checkCancellation() }
        let timeout = timeout.duration
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
        let watchdog = Watchdog { [self] in
            try await clock.sleep(for: timeout.duration)
            send([.fail(URLError(.timedOut))])
        }
        defer { watchdog.cancel() }
        return try await operation()
    }

    func send(_ events: [Exchange.Event]) {
        gate.send(events)
    }

    // MARK: Over the network

    /// Takes the time that a request needs to get to its server.
    func sendUp(_ request: BarricadeRequest) async throws {
        guard let traffic else { return }
        try await pause(for: traffic.dnsDelay(to: request.target.host))
        var upload = traffic.beginUpload()
        try await move(request.body.data?.count ?? 0, by: &upload) { _ in }
        try await pause(for: traffic.upLatency())
    }

    /// Sends the head of a response, once it has come down.
    func sendDown(_ response: HTTPURLResponse) async throws {
        if let traffic { try await pause(for: traffic.downLatency()) }
        send([.response(response)])
    }

    /// Sends a body as it comes, up to so many bytes of it.
    func send(_ body: PreparedResponse.Content.Body, upTo limit: Int) async throws {
        var download = traffic?.beginDownload()
        var rest = limit
        switch body {
        case .whole(let data):
            _ = try await send(data ?? Data(), upTo: rest, by: &download)
        case .file(let part):
            var flow = FlowControl()
            try await part.prefix(rest).read { piece in
                _ = try await send(piece, upTo: .max, by: &download)
                send([flow.mark])
                try await flow.wait()
            }
        case .pieces(.paced(let pieces, let pause)):
            for piece in pieces where rest > 0 {
                try await self.pause(for: pause)
                rest -= try await send(piece, upTo: rest, by: &download)
            }
        case .pieces(.stream(let begin)):
            var flow = FlowControl()
            let next = begin()
            while rest > 0, let piece = try await watching(next) {
                rest -= try await send(piece, upTo: rest, by: &download)
                send([flow.mark])
                try await flow.wait()
            }
        }
    }

    private func send(
        _ piece: Data, upTo limit: Int, by download: inout NetworkTraffic.Transfer?
    ) async throws -> Int {
        let piece = piece.count > limit ? piece.prefix(limit) : piece
        guard var transfer = download else {
            if !piece.isEmpty { send([.piece(piece)]) }
            return piece.count
        }
        var start = piece.startIndex
        try await move(piece.count, by: &transfer) { count in
            send([.piece(piece[start..<start + count])])
            start += count
        }
        download = transfer
        return piece.count
    }

    /// Moves so many bytes over the network, and tells of each part that has arrived.
    private func move(
        _ count: Int, by transfer: inout NetworkTraffic.Transfer, arrived: (Int) -> Void
    ) async throws {
        var rest = count
        while rest > 0 {
            let (size, wait) = transfer.send(rest)
            try await pause(for: wait)
            arrived(size)
            rest -= size
        }
    }
}
