/// Header fields that are read at first use: those that a session adds to each request.
struct DeferredHeaders: Sendable {
    private enum State {
        case unread(@Sendable () -> [HTTP.Headers.Field])
        case read([HTTP.Headers.Field])
    }

    private let state: Locked<State>

    init(_ read: @escaping @Sendable () -> [HTTP.Headers.Field]) {
        state = Locked(.unread(read))
    }

    var fields: [HTTP.Headers.Field] {
        switch state.withLock({ $0 }) {
        case .read(let fields):
            return fields
        case .unread(let read):
            let fields = read()
            state.withLock { $0 = .read(fields) }
            return fields
        }
    }

    /// Itself if the fields have been read; otherwise it would retain their source.
    var settled: DeferredHeaders? {
        if case .read = state.withLock({ $0 }) { self } else { nil }
    }
}
