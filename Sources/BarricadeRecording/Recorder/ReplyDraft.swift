package import Barricade
package import Foundation

/// A real server's reply while it arrives: its head, and its body so far, up to a size.
package final class ReplyDraft: ExchangeObserver {
    /// A reply that has ended.
    package struct Reply: Sendable {
        package let ending: ReplyEnding
        /// `nil` if none came.
        package let head: ReplyHead?
        /// `nil` if it is too large.
        package let body: Data?
        /// The time at which the request was sent.
        package let date: Date
        package let duration: Duration

        /// Whether its body is a stream of events, which has no end by itself.
        package var isEventStream: Bool {
            head?.headers.contentType?.name == MediaType.events
        }

        /// The whole events in its body; `nil` if there are none.
        var events: Data? {
            guard isEventStream, let body else { return nil }
            // An empty line ends an event.
            let ends = ["\n\n", "\r\n\r\n", "\r\r"].compactMap {
                body.range(of: Data($0.utf8), options: .backwards)?.upperBound
            }
            return ends.max().map { body[..<$0] }
        }
    }

    private struct State {
        var sent: (date: Date, start: ContinuousClock.Instant)?
        var head: ReplyHead?
        var body: Data? = Data()
    }

    private let mostBytes: Int
    private let isWanted: @Sendable () -> Bool
    private let finish: @Sendable (Reply) -> Void
    private let state = Locked(State())

    /// Makes a draft.
    ///
    /// - Parameters:
    ///   - isWanted: Returns whether to keep the reply; called when the request is sent.
    ///   - finish: Called at the end, before the caller of the request learns of it.
    package init(
        upTo mostBytes: Int, if isWanted: @escaping @Sendable () -> Bool = { true },
        finish: @escaping @Sendable (Reply) -> Void
    ) {
        self.mostBytes = mostBytes
        self.isWanted = isWanted
        self.finish = finish
    }

    package func handle(_ event: ExchangeEvent) {
        switch event {
        case .sent:
            let sent = isWanted() ? (date: Date(), start: ContinuousClock.now) : nil
            state.withLock { $0 = State(sent: sent) }
        case .came(.head(let head)): state.withLock { $0.head = head }
        case .came(.data(let data)): state.withLock { add(data, to: &$0) }
        case .ended(let ending): end(ending)
        case .delivered: break
        }
    }

    private func add(_ data: Data, to state: inout State) {
        guard state.sent != nil else { return }
        state.body?.append(data)
        if state.body?.count ?? 0 > mostBytes { state.body = nil }
    }

    private func end(_ ending: ReplyEnding) {
        let state = state.withLock { state in
            defer { state = State() }
            return state
        }
        guard let (date, start) = state.sent else { return }
        finish(
            Reply(
                ending: ending, head: state.head, body: state.body, date: date,
                duration: start.duration(to: .now)))
    }
}

extension Data {
    /// Returns the same bytes, mapped from a temporary file, so that long recordings use little
    /// memory; the file goes with the last copy.
    func inFile() throws -> Data {
        // A page is mapped as a whole, so smaller bodies stay.
        guard count > 16_384 else { return self }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Barricade-\(UUID().uuidString).recording")
        defer { try? FileManager.default.removeItem(at: file) }
        try write(to: file)
        return try Data(contentsOf: file, options: .alwaysMapped)
    }
}
