/// A value that is made when it is first read; all copies share it.
package struct Deferred<Value: Sendable>: Sendable {
    private enum State {
        case pending(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Locked<State>

    /// Defers a value.
    ///
    /// - Parameter make: Makes the value, the same one each time; released with all that it retains
    ///   once the value is made.
    package init(_ make: @escaping @Sendable () -> Value) {
        state = Locked(.pending(make))
    }

    package var value: Value {
        switch state.withLock({ $0 }) {
        case .made(let value):
            return value
        case .pending(let make):
            // Not under the lock, since it may call users' code, such as that of their errors.
            let value = make()
            state.withLock { $0 = .made(value) }
            return value
        }
    }
}

extension Deferred {
    /// Itself if the value has been made; otherwise it would retain what that is made of.
    var settled: Deferred? {
        if case .made = state.withLock({ $0 }) { self } else { nil }
    }
}

extension Deferred: Equatable where Value: Equatable {
    package static func == (left: Deferred, right: Deferred) -> Bool { left.value == right.value }
}

extension Deferred: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Coded as the value alone.
extension Deferred: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Deferred: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        state = Locked(.made(try Value(from: decoder)))
    }
}
