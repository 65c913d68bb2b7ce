import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sender of a response over time, at the pace of its pauses, the network and the task's
/// delegate.
///
/// It works in steps. Between steps it waits for one event, which calls ``proceed()``, so that it
/// blocks no thread.
final class BodySender: Sendable {
    private let response: HTTPURLResponse
    private let content: PreparedResponse.Content
    private let load: Load
    private let state: Locked<Progress>
    /// The task that runs the user's code of a stream.
    private let stream = UserTask()
    /// The queue that reads files, which may be slow; `nil` for other bodies, which need none.
    private let queue: DispatchQueue?

    init(_ content: PreparedResponse.Content, of response: HTTPURLResponse, load: Load) {
        self.response = response
        self.content = content
        self.load = load
        state = Locked(Progress(content))
        queue =
            if case .file = content.body {
                DispatchQueue(label: "Barricade.BodySender")
            } else {
                nil
            }
    }

    /// Sends the head when it arrives, then the body.
    func start() {
        guard let traffic = load.traffic else { return startBody() }
        load.pause(for: traffic.downLatency()) {
            self.load.progress()
            self.startBody()
            return []
        }
    }

    private func startBody() {
        load.wait(for: LoadWork(stop: stop))
        load.send([.response(response)])
        let download = load.traffic?.beginDownload()
        state.withLock { $0.download = download }
        if case .pieces(.stream(let begin)) = content.body { start(begin) }
        goOn()
    }

    private func goOn() {
        if let queue { queue.async { self.proceed() } } else { proceed() }
    }

    /// Takes steps until it has to wait.
    private func proceed() {
        while true {
            switch state.withLock({ $0.next() }) {
            case .read(let part, let reader):
                guard read(part, reader) else { return }
            case .tell(let piece, let isMarked):
                load.progress()
                load.send([.piece(piece)] + (isMarked ? [.mark(ownerTookPiece)] : []))
            case .pause(let duration) where duration == .zero:
                continue
            case .pause(let duration):
                let work = LoadWork(stop: stop)
                load.pause(for: duration, within: work) {
                    self.load.wait(for: work)
                    self.goOn()
                    return []
                }
                return
            case .ask(let continuation):
                return continuation.resume(returning: true)
            case .wait:
                return
            case .finish:
                return load.send([content.last(at: load.request.url)])
            }
        }
    }

    /// Reads the next piece of a file; returns false if it cannot be read, which ends the load.
    ///
    /// It reads outside the lock, since a slow disk would delay the end of the load.
    private func read(_ part: FilePart, _ reader: FilePart.Reader?) -> Bool {
        do {
            var reader = try reader ?? part.reader()
            let piece = try reader.next()
            state.withLock { $0.give(piece, reader) }
            return true
        } catch {
            load.send([.fail(error)])
            return false
        }
    }

    @Sendable private func ownerTookPiece() {
        if state.withLock({ $0.ownerTookPiece() }) { goOn() }
    }

    @Sendable private func stop() {
        stream.loadEnded()
        state.withLock { $0.stop() }?.resume(returning: false)
    }

    // MARK: Streams

    private func start(_ begin: @escaping @Sendable () -> () async throws -> Data?) {
        stream.start(for: load) { [self] in
            let next = begin()
            while await isNextWanted() {
                let piece = try await next()
                state.withLock { $0.give(piece) }
                proceed()
            }
        }
    }

    /// Waits until there is room for another piece; returns false if the load has ended.
    private func isNextWanted() async -> Bool {
        await withCheckedContinuation { continuation in
            switch state.withLock({ $0.offer(continuation) }) {
            case .goOn: proceed()
            case .wait: break
            case .stop: continuation.resume(returning: false)
            }
        }
    }
}

/// The progress of sending a body, as a value.
private struct Progress {
    enum Source {
        case pieces(ArraySlice<Data>, every: Duration)
        case file(FilePart, FilePart.Reader?)
        case stream
        case ended
    }

    enum Action {
        /// Send a part of a piece; if it is marked, with a callback when the delegate has taken it.
        case tell(Data, isMarked: Bool)
        case pause(Duration?)
        case read(FilePart, FilePart.Reader?)
        /// Ask the stream for its next piece.
        case ask(CheckedContinuation<Bool, Never>)
        case wait
        case finish
    }

    enum Reply {
        case goOn
        case wait
        case stop
    }

    private enum Awaited {
        case nothing
        /// The stream, to offer its next piece.
        case offer
        case owner
    }

    /// The most pieces on the way to the delegate.
    private static let window = 4

    private var source: Source
    /// The number of bytes still to send.
    private var rest: Int
    /// The number of pieces still to send.
    private var restPieces: Int
    var download: NetworkTraffic.Transfer?
    /// The rest of the current piece, without the part on the network.
    private var piece = Data()
    private var part: Data?
    /// Whether the delegate reports when it has taken a piece.
    private let isMarked: Bool
    private var untaken = 0
    private var offered: CheckedContinuation<Bool, Never>?
    private var awaited = Awaited.nothing

    init(_ content: PreparedResponse.Content) {
        rest = content.limit
        restPieces = content.pieceLimit
        (source, isMarked) =
            switch content.body {
            case .whole(let data): (.pieces([data ?? Data()], every: .zero), false)
            case .pieces(.paced(let pieces, let pause)), .pieces(.events(let pieces, let pause)):
                (.pieces(pieces[...], every: pause), false)
            case .pieces(.stream): (.stream, true)
            case .file(let part): (.file(part.prefix(content.limit), nil), true)
            }
    }

    mutating func next() -> Action {
        awaited = .nothing
        if let part {
            self.part = nil
            let isLast = piece.isEmpty && isMarked
            if isLast { untaken += 1 }
            return .tell(part, isMarked: isLast)
        }
        if !piece.isEmpty { return moveOn() }
        guard rest > 0, restPieces > 0 else { return .finish }
        guard untaken < Self.window else {
            awaited = .owner
            return .wait
        }
        return takePiece()
    }

    /// Puts the next part of the piece on the network, or all of it if the network takes no time.
    private mutating func moveOn() -> Action {
        guard let (size, wait) = download?.send(piece.count) else {
            (part, piece) = (piece, Data())
            return next()
        }
        (part, piece) = (piece.prefix(size), piece.dropFirst(size))
        if let wait, wait <= .zero { return next() }
        return .pause(wait)
    }

    private mutating func takePiece() -> Action {
        switch source {
        case .pieces(var pieces, let pause):
            guard let first = pieces.popFirst() else { return .finish }
            source = .pieces(pieces, every: pause)
            take(first)
            // An empty piece is not sent, but its pause counts.
            return pause > .zero || first.isEmpty ? .pause(pause) : next()
        case .file(let part, let reader):
            return .read(part, reader)
        case .stream:
            guard let offered else {
                awaited = .offer
                return .wait
            }
            self.offered = nil
            return .ask(offered)
        case .ended:
            return .finish
        }
    }

    private mutating func take(_ piece: Data) {
        self.piece = piece.count > rest ? piece.prefix(rest) : piece
        rest -= self.piece.count
        restPieces -= 1
    }

    // MARK: Waits

    /// Records that the delegate has taken a piece; returns whether that was awaited.
    mutating func ownerTookPiece() -> Bool {
        untaken -= 1
        return awaited == .owner
    }

    /// Records that the stream can deliver its next piece.
    mutating func offer(_ continuation: CheckedContinuation<Bool, Never>) -> Reply {
        guard case .stream = source else { return .stop }
        offered = continuation
        return awaited == .offer ? .goOn : .wait
    }

    /// Records the piece that a file or a stream delivers; `nil` at its end.
    mutating func give(_ piece: Data?, _ reader: FilePart.Reader? = nil) {
        switch source {
        case .pieces, .ended: return
        case .file(let part, _): source = .file(part, reader)
        case .stream: break
        }
        if let piece { take(piece) } else { source = .ended }
    }

    /// Ends the body; returns the stream that waits to deliver a piece.
    mutating func stop() -> CheckedContinuation<Bool, Never>? {
        defer { (source, offered) = (.ended, nil) }
        return offered
    }
}

// MARK: - Uploads

extension Load {
    /// Reports how a request's body is sent, and waits for the time that it takes to the server.
    func sendUp(
        _ request: BarricadeRequest, for outcome: Decision.Outcome,
        then arrived: @escaping @Sendable () -> [LoadEvent]
    ) -> [LoadEvent] {
        let size = request.sentBody.data?.count ?? 0
        guard let traffic else {
            if size > 0, !outcome.isLive { tellSent(0..<size, of: size) }
            return arrived()
        }
        return pause(for: traffic.dnsDelay(to: request.target.host)) { [self] in
            sendUp(0..<size, by: traffic.beginUpload()) {
                self.pause(for: traffic.upLatency(), then: arrived)
            }
        }
    }

    /// Sends what is left of a body, part by part.
    private func sendUp(
        _ rest: Range<Int>, by transfer: NetworkTraffic.Transfer,
        then arrived: @escaping @Sendable () -> [LoadEvent]
    ) -> [LoadEvent] {
        var (start, transfer) = (rest.lowerBound, transfer)
        while start < rest.upperBound {
            let (count, wait) = transfer.send(rest.upperBound - start)
            let part = start..<(start + count)
            start = part.upperBound
            if let wait, wait <= .zero {
                tellSent(part, of: rest.upperBound)
                continue
            }
            return pause(for: wait) { [self, transfer] in
                progress()
                tellSent(part, of: rest.upperBound)
                return sendUp(part.upperBound..<rest.upperBound, by: transfer, then: arrived)
            }
        }
        return arrived()
    }
}
