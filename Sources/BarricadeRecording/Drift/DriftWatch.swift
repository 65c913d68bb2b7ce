import Barricade
import BarricadeCommon
import Dispatch
import Foundation

/// An observer that compares real replies with canned responses, on a queue of its own.
final class DriftWatch: LiveObserver {
    /// A set as it was learnt last, and what has been told of it.
    private struct Learnt: Sendable {
        let set: ComparedSet
        let canned: CannedSet
        let shape: SetShape
        var told: Set<Told> = []
    }

    /// What makes two differences the same.
    private struct Told: Hashable {
        let status: Int
        let kind: Drift.Kind
        let path: String?
    }

    /// A reply that has come.
    struct Reply: Sendable {
        /// The set when the request was sent; a recorder may have changed it since.
        let set: ComparedSet
        let request: LoggedRequest.ID
        let status: HTTP.Status
        let contentType: String?
        /// The body; `nil` if it was passed over, or there can be none.
        let body: Data?
    }

    /// The most bytes of replies that wait to be compared.
    static let mostBytes = 16 << 20

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

    /// Takes room for bytes that wait; returns false if there are too many.
    func takeRoom(for count: Int) -> Bool {
        waitingBytes.withLock { bytes in
            guard bytes + count <= Self.mostBytes else { return false }
            bytes += count
            return true
        }
    }

    func giveBack(_ count: Int) {
        waitingBytes.withLock { $0 -= count }
    }

    /// Compares a reply when its turn comes.
    func compare(_ reply: Reply) {
        queue.async {
            if let barricade = self.barricade() { self.compare(reply, in: barricade) }
            self.giveBack(reply.body?.count ?? 0)
        }
    }

    private func compare(_ reply: Reply, in barricade: Barricade) {
        let name = reply.set.definition.name
        var known = learn(reply.set, in: barricade)
        let new = known.shape.drift(
            status: reply.status, contentType: reply.contentType, body: reply.body
        ).filter {
            known.told.insert(Told(status: $0.status, kind: $0.kind, path: $0.path)).inserted
        }
        learnt.withLock { $0[name] = known }
        guard !new.isEmpty else { return }
        barricade.note(drift: new.map(\.difference), of: known.set, in: reply.request)
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
        let canned = CannedSet(set.definition, files: set.files)
        if let known, known.set.isSame(as: set), known.canned == canned { return known }
        if known != nil { barricade.forgetDrift(of: set) }
        return Learnt(set: set, canned: canned, shape: SetShape(canned))
    }
}
