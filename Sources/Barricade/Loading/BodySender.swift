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
    private let step: LoadStep
    private let state: Locked<State>
    /// The task that runs the user's code of a stream.
    private let stream = UserTask()
    /// The queue that reads files, which may be slow; other bodies continue where the last wait
    /// ends.
    private let queue: DispatchQueue?

    init(_ content: PreparedResponse.Content, of response: HTTPURLResponse, step: LoadStep) {
        self.response = response
        self.content = content
        self.step = step
        state = Locked(State(content.body, limit: content.limit, pieces: content.pieceLimit))
        if case .file = content.body {
            queue = DispatchQueue(label: "Barricade.BodySender")
        } else {
            queue = nil
        }
    }

    private var load: Load { step.load }

    /// Sends the head when it arrives, then the body.
    func start() {
        guard let traffic = step.traffic else { return startBody() }
        load.pause(for: traffic.downLatency()) {
            self.load.progress()
            self.startBody()
        }
    }

    private func startBody() {
        load.wait(for: LoadWork(stop: stop))
        load.send([.response(response)])
        let download = step.traffic?.beginDownload()
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
            let action = state.withLock { $0.next() }
            switch action {
            case .read(let file):
                guard read(file) else { return }
            case .tell(let piece):
                load.progress()
                load.send([.piece(piece)])
            case .tellLast(let piece):
                load.progress()
                load.send([.piece(piece), .mark { self.ownerTookPiece() }])
            case .pause(let duration) where duration == .zero:
                continue
            case .pause(let duration):
                let work = LoadWork(stop: stop)
                return load.pause(for: duration, within: work) {
                    self.load.wait(for: work)
                    self.goOn()
                }
            case .ask(let continuation):
                return continuation.resume(returning: true)
            case .wait:
                return
            case .finish:
                return load.send([content.last])
            }
        }
    }

    /// Reads the next piece of a file; returns false if it cannot be read, which ends the load.
    ///
    /// It reads outside the lock, which the end of the load takes too: a disk may be slow.
    private func read(_ file: State.File) -> Bool {
        do {
            var reader = try file.reader()
            let piece = try reader.next()
            state.withLock { $0.give(piece, from: reader) }
            return true
        } catch {
            load.fail(error)
            return false
        }
    }

    private func ownerTookPiece() {
        if state.withLock({ $0.ownerTookPiece() }) == .goOn { goOn() }
    }

    private func stop() {
        stream.stop()
        state.withLock { $0.stop() }?.resume(returning: false)
    }

    // MARK: Streams

    private func start(_ begin: @escaping @Sendable () -> () async throws -> Data?) {
        stream.start { [self] in
            let next = begin()
            do {
                while await isNextWanted() {
                    let piece = try await next()
                    state.withLock { $0.give(piece) }
                    proceed()
                }
            } catch  where !Task.isCancelled {
                load.fail(error)
            } catch {
                // The load has ended; nobody waits for this.
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

extension BodySender {
    /// The progress of sending a body, as a value.
    private struct State {
        enum Source {
            case pieces(ArraySlice<Data>, every: Duration)
            case file(File)
            /// A file whose next piece is being read.
            case reading
            case stream
            case ended
        }

        enum File {
            case unopened(FilePart)
            case open(FilePart.Reader)

            func reader() throws -> FilePart.Reader {
                switch self {
                case .unopened(let part): try part.reader()
                case .open(let reader): reader
                }
            }
        }

        enum Action {
            case tell(Data)
            /// Send the last part of a piece, with a callback when the delegate has taken it.
            case tellLast(Data)
            case pause(Duration?)
            case read(File)
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
            /// Wait for the stream to offer its next piece, or to deliver it.
            case offer
            case piece
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

        init(_ body: PreparedResponse.Content.Body, limit: Int, pieces: Int) {
            rest = limit
            restPieces = pieces
            (source, isMarked) =
                switch body {
                case .whole(let data): (.pieces([data ?? Data()], every: .zero), false)
                case .pieces(.paced(let pieces, let pause)),
                    .pieces(.events(let pieces, let pause)):
                    (.pieces(pieces[...], every: pause), false)
                case .pieces(.stream): (.stream, true)
                case .file(let part): (.file(.unopened(part.prefix(limit))), true)
                }
        }

        mutating func next() -> Action {
            awaited = .nothing
            if let part {
                self.part = nil
                guard piece.isEmpty, isMarked else { return .tell(part) }
                untaken += 1
                return .tellLast(part)
            }
            if !piece.isEmpty { return moveOn() }
            guard rest > 0, restPieces > 0 else { return .finish }
            guard untaken < Self.window else {
                awaited = .owner
                return .wait
            }
            return takePiece()
        }

        /// Puts the next part of the piece on the network, or all of it if the network takes no
        /// time.
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
            case .file(let file):
                source = .reading
                return .read(file)
            case .reading:
                return .wait
            case .stream:
                guard let offered else {
                    awaited = .offer
                    return .wait
                }
                self.offered = nil
                awaited = .piece
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

        mutating func ownerTookPiece() -> Reply {
            untaken -= 1
            return awaited == .owner ? .goOn : .wait
        }

        /// Records that the stream can deliver its next piece.
        mutating func offer(_ continuation: CheckedContinuation<Bool, Never>) -> Reply {
            guard case .stream = source else { return .stop }
            offered = continuation
            return awaited == .offer ? .goOn : .wait
        }

        /// Records the piece that was read from a file; `nil` at its end.
        mutating func give(_ piece: Data?, from reader: FilePart.Reader) {
            guard case .reading = source else { return }
            source = piece == nil ? .ended : .file(.open(reader))
            if let piece { take(piece) }
        }

        /// Records the piece that the stream delivers; `nil` at its end.
        mutating func give(_ piece: Data?) {
            guard case .stream = source else { return }
            if let piece { take(piece) } else { source = .ended }
        }

        /// Ends the body; returns the stream that waits to deliver a piece.
        mutating func stop() -> CheckedContinuation<Bool, Never>? {
            defer { (source, offered) = (.ended, nil) }
            return offered
        }
    }
}
