import Barricade
import BarricadeCommon
import Foundation

/// An observation of one reply, up to a size, for a comparison.
final class ReplyObservation: LiveObservation {
    private struct State {
        var head: LiveReply?
        var body = Data()
        /// Whether the body is kept so far.
        var isKept = true
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

    deinit {
        watch.giveBack(state.withLock { $0.body.count })
    }

    func receive(_ head: LiveReply) {
        state.withLock { state in
            state.head = head
            state.isKept =
                request.request.method != .head && !BodyKind.isOpaque(head.headers["Content-Type"])
        }
    }

    func receive(_ data: Data) {
        state.withLock { state in
            guard state.isKept else { return }
            guard state.body.count + data.count <= Self.mostBytes,
                watch.takeRoom(for: data.count)
            else {
                watch.giveBack(state.body.count)
                state.isKept = false
                state.body = Data()
                return
            }
            state.body.append(data)
        }
    }

    func end(_ ending: LiveEnding) {
        guard case .finished = ending else { return }
        let reply = state.withLock { state -> DriftWatch.Reply? in
            defer { state.body = Data() }
            guard let head = state.head else { return nil }
            return DriftWatch.Reply(
                set: set, request: request.id, status: head.status,
                contentType: head.headers["Content-Type"], body: state.isKept ? state.body : nil)
        }
        if let reply { watch.compare(reply) }
    }
}
