package import Barricade
import BarricadeCommon
package import Foundation

/// The reply that the caller of a logged request got, as far as it was kept.
package struct LoggedReply: Sendable {
    package let status: HTTP.Status
    /// The header fields; in the order of the response if a set gave it, else by name.
    package let headers: HTTP.Headers
    /// The first bytes of the body, decoded.
    package let body: Data
    /// The size of the body so far.
    package let bodySize: Int
    /// The time until the head came.
    package let waited: Duration
    /// The time until the first byte of the body came; `nil` if there is none.
    package let firstByte: Duration?

    /// Whether ``body`` is all of it.
    package var isWhole: Bool { bodySize == body.count }
}

extension Barricade {
    /// Keeps the replies to requests from now on, for as long as the viewer lives.
    ///
    /// A surface has a viewer while it is open. It keeps 64 KB of each body, and 8 MB in all; the
    /// oldest replies go first. With the last viewer, all go.
    package func viewReplies() -> any AnyObject & Sendable {
        let keeper = attachments.value { ReplyKeeper() }
        keeper.changeViewers(by: 1, at: self)
        return Registration { [weak self] in
            if let self { keeper.changeViewers(by: -1, at: self) }
        }
    }

    /// Returns the reply to a request in the log; `nil` if none was kept.
    package func reply(to request: LoggedRequest) -> LoggedReply? {
        attachments.value { ReplyKeeper() }.reply(to: request)
    }
}

/// The replies to the latest requests, while a surface is open.
final class ReplyKeeper: Plugin {
    fileprivate struct Reply {
        var head: (head: ReplyHead, date: Date)?
        var body = Data()
        var size = 0
        var firstByte: Date?

        /// About the number of bytes that it takes; a kilobyte for its head.
        var cost: Int { body.count + 1_024 }

        mutating func add(_ part: ReplyPart, upTo limit: Int) {
            switch part {
            case .head(let head): self.head = (head, Date())
            case .data(let data):
                if firstByte == nil { firstByte = Date() }
                size += data.count
                // A copy, so that the rest of the data is freed.
                if body.count < limit { body += Data(data.prefix(limit - body.count)) }
            }
        }
    }

    /// The observer of an exchange.
    private final class Exchange: ExchangeObserver {
        private let keeper: ReplyKeeper
        private let request: LoggedRequest.ID

        init(_ keeper: ReplyKeeper, _ request: LoggedRequest.ID) {
            (self.keeper, self.request) = (keeper, request)
        }

        func handle(_ event: ExchangeEvent) {
            if case .delivered(let part) = event { keeper.keep(part, of: request) }
        }
    }

    private struct State {
        var viewers = 0
        var registration: Registration?
        var replies: [LoggedRequest.ID: Reply] = [:]
        /// The number of bytes that the replies take.
        var bytes = 0
        /// The lowest number of a request whose reply may be there.
        var oldest = LoggedRequest.ID.max
    }

    private static let limits = (body: 64 << 10, all: 8 << 20)

    private let state = Locked(State())

    fileprivate func changeViewers(by change: Int, at barricade: Barricade) {
        state.withLock { state in
            let before = state.viewers
            state.viewers += change
            if before == 0 {
                state.registration = barricade.registration(of: self)
            } else if state.viewers == 0 {
                state = State()
            }
        }
    }

    // Real servers' replies come in parts too, since requests then pass through the barricade's own
    // session on every platform.
    var observationLevel: ObservationLevel { .replies }

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        Exchange(self, request.id)
    }

    private func keep(_ part: ReplyPart, of request: LoggedRequest.ID) {
        state.withLock { state in
            guard state.viewers > 0 else { return }
            state.oldest = min(state.oldest, request)
            let before = state.replies[request]?.cost ?? 0
            state.replies[request, default: Reply()].add(part, upTo: Self.limits.body)
            state.bytes += (state.replies[request]?.cost ?? 0) - before
            while state.bytes > Self.limits.all {
                state.bytes -= state.replies.removeValue(forKey: state.oldest)?.cost ?? 0
                state.oldest += 1
            }
        }
    }

    fileprivate func reply(to request: LoggedRequest) -> LoggedReply? {
        guard let reply = state.withLock({ $0.replies[request.id] }), let head = reply.head else {
            return nil
        }
        func after(_ date: Date) -> Duration { .seconds(date.timeIntervalSince(request.date)) }
        return LoggedReply(
            status: head.head.status, headers: head.head.headers, body: reply.body,
            bodySize: reply.size, waited: after(head.date),
            firstByte: reply.firstByte.map(after))
    }
}
