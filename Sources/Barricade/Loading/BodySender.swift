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
        state = Locked(Progress(content, load.traffic))
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
        if case .pieces(.stream(let begin)) = content.body { start(begin) }
        goOn()
    }

    private func goOn() {
        if let queue { queue.async { self.proceed() } } else { proceed() }
    }

    /// Takes steps until it has to wait.
    private func proceed() {
        while takesStep(state.withLock { $0.next() }) {}
    }

    /// Takes a step; returns whether another one follows.
    // Not copied into its callers, since it is long.
    @inline(never)
    private func takesStep(_ action: Progress.Action) -> Bool {
        switch action {
        case .read(let part, let reader):
            return read(part, reader)
        case .tell(let piece, let isMarked):
            load.progress()
            let mark = LoadEvent.visit {
                self.load.loader.afterEarlierEvents(self.ownerTookPiece)
            }
            load.send(isMarked ? [.piece(piece), mark] : [.piece(piece)])
            return true
        case .pause(let duration) where duration == .zero:
            return true
        case .pause(let duration):
            let work = LoadWork(stop: stop)
            load.pause(for: duration, within: work) {
                self.load.wait(for: work)
                self.goOn()
                return []
            }
        case .answer(let continuation, let isWanted):
            continuation.resume(returning: isWanted)
        case .wait:
            break
        case .finish:
            load.send([content.last(at: load.request.url)])
        }
        return false
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
            if takesStep(state.withLock { $0.offer(continuation) }) { proceed() }
        }
    }
}

/// The progress of sending a body, without the sending.
private final class Progress {
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
        /// Tell the stream whether its next piece is wanted.
        case answer(CheckedContinuation<Bool, Never>, isWanted: Bool)
        case wait
        case finish
    }

    /// The most pieces on the way to the delegate.
    private static let window = 4

    private var source: Source
    /// The number of bytes still to send.
    private var rest: Int
    /// The number of pieces still to send.
    private var restPieces: Int
    private let traffic: NetworkTraffic?
    /// The time at which the parts on the network so far arrive.
    private var due: Duration?
    /// The rest of the current piece, without the part on the network.
    private var piece = Data()
    private var part: Data?
    /// Whether the delegate reports when it has taken a piece.
    private let isMarked: Bool
    private var untaken = 0
    private var offered: CheckedContinuation<Bool, Never>?
    /// Whether it waits for the stream to offer its next piece.
    private var awaitsOffer = false
    /// Whether it waits for the delegate to take a piece.
    private var awaitsOwner = false

    init(_ content: PreparedResponse.Content, _ traffic: NetworkTraffic?) {
        self.traffic = traffic
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

    func next() -> Action {
        (awaitsOffer, awaitsOwner) = (false, false)
        if let part {
            self.part = nil
            let isLast = piece.isEmpty && isMarked
            if isLast { untaken += 1 }
            return .tell(part, isMarked: isLast)
        }
        if !piece.isEmpty { return moveOn() }
        guard rest > 0, restPieces > 0 else { return .finish }
        guard untaken < Self.window else {
            awaitsOwner = true
            return .wait
        }
        return takePiece()
    }

    /// Puts the next part of the piece on the network, or all of it if the network takes no time.
    private func moveOn() -> Action {
        guard let (size, wait) = traffic?.send(piece.count, up: false, after: &due) else {
            (part, piece) = (piece, Data())
            return next()
        }
        (part, piece) = (piece.prefix(size), piece.dropFirst(size))
        if let wait, wait <= .zero { return next() }
        return .pause(wait)
    }

    private func takePiece() -> Action {
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
                awaitsOffer = true
                return .wait
            }
            self.offered = nil
            return .answer(offered, isWanted: true)
        case .ended:
            return .finish
        }
    }

    private func take(_ piece: Data) {
        self.piece = piece.count > rest ? piece.prefix(rest) : piece
        rest -= self.piece.count
        restPieces -= 1
    }

    // MARK: Waits

    /// Records that the delegate has taken a piece; returns whether that was awaited.
    func ownerTookPiece() -> Bool {
        untaken -= 1
        return awaitsOwner
    }

    /// Records that the stream can deliver its next piece.
    func offer(_ continuation: CheckedContinuation<Bool, Never>) -> Action {
        guard case .stream = source else { return .answer(continuation, isWanted: false) }
        offered = continuation
        return awaitsOffer ? next() : .wait
    }

    /// Records the piece that a file or a stream delivers; `nil` at its end.
    func give(_ piece: Data?, _ reader: FilePart.Reader? = nil) {
        switch source {
        case .pieces, .ended: return
        case .file(let part, _): source = .file(part, reader)
        case .stream: break
        }
        if let piece { take(piece) } else { source = .ended }
    }

    /// Ends the body; returns the stream that waits to deliver a piece.
    func stop() -> CheckedContinuation<Bool, Never>? {
        defer { (source, offered) = (.ended, nil) }
        return offered
    }
}

// MARK: - Uploads

extension Load {
    /// Sends what is left of a body, part by part.
    // Not copied into itself, several levels deep.
    @inline(never)
    func sendUp(
        _ rest: Range<Int>, after due: Duration?, over traffic: NetworkTraffic,
        _ request: BarricadeRequest, for decision: Decision
    ) -> [LoadEvent] {
        guard !rest.isEmpty else {
            return pause(for: traffic.upLatency()) { [self] in carryOut(decision, for: request) }
        }
        var due = due
        let (count, wait) = traffic.send(rest.count, up: true, after: &due)
        let part = rest.prefix(count)
        return pause(for: wait) { [self, due] in
            progress()
            tellSent(part, of: rest.upperBound)
            let rest = part.upperBound..<rest.upperBound
            return sendUp(rest, after: due, over: traffic, request, for: decision)
        }
    }
}
