import Barricade
import BarricadeCommon
import Dispatch
import Foundation

/// An observer that compares real replies with canned responses, on a queue of its own.
final class DriftWatch: LiveObserver {
    /// A set as it was learnt last, and what has been told of it.
    private struct Learnt: Sendable {
        let set: ComparedSet
        let shape: SetShape
        /// The status, kind and place of each difference.
        var told: Set<[String]> = []
    }

    /// The most bytes of replies that wait to be compared.
    private static let mostBytes = 16 << 20

    private let continuation: AsyncStream<Drift>.Continuation
    private let learnt = Locked<[String: Learnt]>([:])
    private let waitingBytes = Locked(0)
    private let queue = DispatchQueue(label: "Barricade.DriftWatch", qos: .utility)
    private let barricade: @Sendable () -> Barricade?

    init(of barricade: Barricade, telling continuation: AsyncStream<Drift>.Continuation) {
        self.continuation = continuation
        self.barricade = { [weak barricade] in barricade }
    }

    deinit {
        continuation.finish()
    }

    var isRecorder: Bool { false }

    func observation(of request: LiveRequest) -> (any LiveObservation)? {
        guard let set = request.set.flatMap({ barricade()?.comparedSet($0) }) else { return nil }
        return ReplyObservation(of: request, to: set, watch: self)
    }

    /// Compares a reply when its turn comes, unless too many bytes wait already.
    ///
    /// - Parameters:
    ///   - set: The set when the request was sent; a recorder may have changed it since.
    ///   - body: The body; `nil` if it was passed over, or there can be none.
    fileprivate func compare(
        _ head: LiveReply, _ body: Data?, with set: ComparedSet, _ request: LoggedRequest.ID
    ) {
        let count = body?.count ?? 0
        let hasRoom = waitingBytes.withLock { bytes in
            guard bytes + count <= Self.mostBytes else { return false }
            bytes += count
            return true
        }
        guard hasRoom else { return }
        queue.async {
            if let barricade = self.barricade() {
                self.tell(barricade, head, body, with: set, request)
            }
            self.waitingBytes.withLock { $0 -= count }
        }
    }

    private func tell(
        _ barricade: Barricade, _ head: LiveReply, _ body: Data?, with set: ComparedSet,
        _ request: LoggedRequest.ID
    ) {
        var known = learn(set, in: barricade)
        let type = head.headers["Content-Type"]
        let new = known.shape.compare(status: head.status, contentType: type, body: body).drift
            .filter {
                known.told.insert(["\($0.status)", $0.kind.rawValue, $0.path ?? ""]).inserted
            }
        learnt.withLock { $0[set.definition.name] = known }
        guard !new.isEmpty else { return }
        barricade.note(drift: new.map(\.difference), of: known.set, in: request)
        for drift in new { continuation.yield(drift) }
    }

    /// Returns the shape of a set, learnt anew if its responses have changed since.
    private func learn(_ set: ComparedSet, in barricade: Barricade) -> Learnt {
        let name = set.definition.name
        let known = learnt.withLock { $0[name] }
        // A reply to a request from before the set was registered again is late.
        if let known, !known.set.isSame(as: set), let current = barricade.comparedSet(name),
            known.set.isSame(as: current)
        {
            return known
        }
        let shape = SetShape(set.definition, files: set.files)
        if let known, known.set.isSame(as: set), known.shape.bodies == shape.bodies { return known }
        if known != nil { barricade.forgetDrift(of: set) }
        return Learnt(set: set, shape: shape)
    }
}

/// An observation of one reply, up to a size, for a comparison.
private final class ReplyObservation: LiveObservation {
    private struct State {
        var head: LiveReply?
        /// The body so far; `nil` if it is not kept.
        var body: Data?
    }

    private let request: LiveRequest
    private let set: ComparedSet
    private let watch: DriftWatch
    private let state = Locked(State())

    /// The most bytes of a body that is compared.
    private static let mostBytes = 4 << 20

    init(of request: LiveRequest, to set: ComparedSet, watch: DriftWatch) {
        self.request = request
        self.set = set
        self.watch = watch
    }

    func receive(_ head: LiveReply) {
        let hasBody = request.request.method != .head
        let isRead = hasBody && !BodyKind.isOpaque(head.headers["Content-Type"])
        state.withLock { $0 = State(head: head, body: isRead ? Data() : nil) }
    }

    func receive(_ data: Data) {
        state.withLock { state in
            state.body?.append(data)
            if state.body?.count ?? 0 > Self.mostBytes { state.body = nil }
        }
    }

    func end(_ ending: LiveEnding) {
        let state = state.withLock { $0 }
        guard case .finished = ending, let head = state.head else { return }
        watch.compare(head, state.body, with: set, request.id)
    }
}
