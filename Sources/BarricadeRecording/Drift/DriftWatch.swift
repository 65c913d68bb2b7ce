import Barricade
import BarricadeCommon
import Foundation

/// A plugin that compares real replies with canned responses, on its own queue.
final class DriftWatch: Plugin {
    /// The last learnt shape of a set, and the differences already reported.
    private struct Learnt: Sendable {
        let set: RegisteredSet
        let shape: SetShape
        /// The status, kind and place of each difference.
        var told: Set<[String]> = []
    }

    /// The most bytes of a body that is compared.
    private static let largestBody = 4 << 20

    private let continuation: AsyncStream<Drift>.Continuation
    private let learnt = Locked<[String: Learnt]>([:])
    private let queue = DispatchQueue(label: "Barricade.DriftWatch", qos: .utility)
    private let barricade: @Sendable () -> Barricade?

    init(of barricade: Barricade, telling continuation: AsyncStream<Drift>.Continuation) {
        self.continuation = continuation
        self.barricade = { [weak barricade] in barricade }
    }

    deinit {
        continuation.finish()
    }

    var observationLevel: ObservationLevel { .replies }

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        // The set at the time of the request; a recorder may change it before the reply comes.
        guard let set = request.set.flatMap({ barricade()?.comparedSet($0) }) else { return nil }
        let hasBody = request.request.method != .head
        return ReplyDraft(upTo: Self.largestBody) { [self] reply in
            guard case .finished = reply.ending, let head = reply.head else { return }
            queue.async { self.compare(head, hasBody ? reply.body : nil, with: set, request.id) }
        }
    }

    /// Compares a reply.
    ///
    /// - Parameter body: The body; `nil` if it was too large, or the method is HEAD.
    private func compare(
        _ head: ReplyHead, _ body: Data?, with set: RegisteredSet, _ request: LoggedRequest.ID
    ) {
        guard let barricade = barricade() else { return }
        var known = learn(set, in: barricade)
        let type = head.headers["Content-Type"]
        let new = known.shape.compare(status: head.status, contentType: type, body: body).drift
            .filter {
                known.told.insert(["\($0.status)", $0.kind.rawValue, $0.path ?? ""]).inserted
            }
        learnt.withLock { $0[set.name] = known }
        guard !new.isEmpty else { return }
        barricade.note(drift: new.map(\.difference), of: known.set, in: request)
        for drift in new { continuation.yield(drift) }
    }

    /// Returns the shape of a set, learnt again if its responses have changed.
    private func learn(_ set: RegisteredSet, in barricade: Barricade) -> Learnt {
        let known = learnt.withLock { $0[set.name] }
        // The set was registered again after the request of this reply was sent.
        if let known, known.set !== set, known.set === barricade.comparedSet(set.name) {
            return known
        }
        let shape = SetShape(set.definition, files: barricade.files)
        if let known, known.set === set, known.shape.bodies == shape.bodies { return known }
        if known != nil { barricade.forgetDrift(of: set) }
        return Learnt(set: set, shape: shape)
    }
}
