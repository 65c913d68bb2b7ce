import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sender of a response over time, at the pace of its pauses, the network and the task's
/// delegate.
///
/// It works in steps of its load. Between steps it waits for one event, so that it blocks no thread.
/// Once the load has ended, that event does not come.
final class BodySender: Sendable {
    private let response: HTTPURLResponse
    private let content: PreparedResponse.Content
    private let load: Load
    private let state: Locked<Pacing>

    init(_ content: PreparedResponse.Content, of response: HTTPURLResponse, load: Load) {
        self.response = response
        self.content = content
        self.load = load
        state = Locked(Pacing(content, load.traffic))
    }

    /// Sends the head when it arrives, then the body.
    func start() -> Step {
        load.pause(for: load.traffic.map { $0.latency(up: false) } ?? .zero) { [self] in
            load.progress()
            load.startWaiting(for: .work)
            load.send([.response(response, head: content.head)])
            return proceed()
        }
    }

    /// Sends parts of the body until it has to wait.
    private func proceed() -> Step {
        while true {
            switch state.withLock({ $0.next() }) {
            case .send(let part, let isMarked):
                load.progress()
                load.send(isMarked ? [.piece(part), mark] : [.piece(part)])
            case .pause(let duration?) where duration <= .zero:
                continue
            case .pause(let duration):
                return load.pause(for: duration) { [self] in
                    load.startWaiting(for: .work)
                    return proceed()
                }
            case .readFile(let part):
                // Elsewhere, since a slow disk would delay other loads.
                return load.inBackground { [self] in
                    var rest = part
                    return take(try rest.nextPiece(), thenFrom: .file(rest))
                }
            case .readStream(let begin):
                return load.run { [self] in
                    let iteration = begin()
                    return take(try await iteration.next(), thenFrom: .stream { iteration })
                }
            case .wait:
                return .later
            case .finish:
                return .now([content.last(at: load.urlRequest.url)])
            }
        }
    }

    /// An event that continues when the delegate has taken the pieces before it.
    private var mark: LoadEvent {
        .perform { [self] in
            load.client.afterEarlierEvents {
                if self.state.withLock({ $0.ownerTookPiece() }) { self.load.send(self.proceed) }
            }
        }
    }

    /// Takes a piece that has been read, and the source of those after it.
    private func take(_ piece: Data?, thenFrom source: Pacing.Source) -> Step {
        state.withLock { $0.give(piece, thenFrom: source) }
        return proceed()
    }
}

/// An iteration of a stream, which a task of its own continues for each piece.
private struct Iteration: @unchecked Sendable {
    // Unchecked because an iterator is not Sendable; the next task begins after the one before.
    let next: () async throws -> Data?
}

/// The pace of sending a body, without the sending.
private final class Pacing {
    enum Source {
        case pieces(ArraySlice<Data>, after: Duration = .zero, every: Duration = .zero)
        case file(FilePart)
        case stream(@Sendable () -> Iteration)
    }

    enum Action {
        /// Send a part of a piece; if it is marked, with a callback when the delegate has taken it.
        case send(Data, isMarked: Bool)
        case pause(Duration?)
        case readFile(FilePart)
        case readStream(@Sendable () -> Iteration)
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
    /// Whether it waits for the delegate to take a piece.
    private var awaitsOwner = false

    init(_ content: PreparedResponse.Content, _ traffic: NetworkTraffic?) {
        self.traffic = traffic
        (rest, restPieces) = content.limits
        (source, isMarked) =
            switch content.body {
            case .whole(let data): (.pieces([data]), false)
            case .pieces(.paced(let pieces, let pause)), .pieces(.events(let pieces, let pause)):
                (.pieces(pieces[...], every: pause), false)
            case .pieces(.stream(let begin)): (.stream { Iteration(next: begin()) }, true)
            case .file(let part): (.file(part.prefix(rest)), true)
            }
    }

    func next() -> Action {
        if let part {
            self.part = nil
            let isLast = piece.isEmpty && isMarked
            if isLast { untaken += 1 }
            return .send(part, isMarked: isLast)
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
        return .pause(wait)
    }

    private func takePiece() -> Action {
        switch source {
        case .pieces(var pieces, let wait, let pause):
            guard let first = pieces.popFirst() else { return .finish }
            give(first, thenFrom: .pieces(pieces, after: pause, every: pause))
            // An empty piece is not sent, but its pause counts.
            return wait > .zero || first.isEmpty ? .pause(wait) : next()
        case .file(let part): return .readFile(part)
        case .stream(let begin): return .readStream(begin)
        }
    }

    /// Takes the next piece, and the source of those after it; `nil` at the end.
    func give(_ piece: Data?, thenFrom source: Source) {
        guard let piece else { return self.source = .pieces([]) }
        self.source = source
        self.piece = piece.count > rest ? piece.prefix(rest) : piece
        rest -= self.piece.count
        restPieces -= 1
    }

    /// Records that the delegate has taken a piece; returns whether that was awaited.
    func ownerTookPiece() -> Bool {
        untaken -= 1
        defer { awaitsOwner = false }
        return awaitsOwner
    }
}
