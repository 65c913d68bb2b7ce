/// The responses to a set's next requests, which come before the selected one.
final class NextAnswers: Sendable {
    private let left = Locked<[(response: PreparedResponse, times: Int)]>([])

    var isEmpty: Bool { left.withLock { $0.isEmpty } }

    /// Adds a response for the requests after those that have one already.
    func add(_ response: PreparedResponse, times: Int) {
        left.withLock { $0.append((response, times)) }
    }

    /// Returns the number of requests that may still use a response.
    func left(of response: PreparedResponse) -> Int {
        left.withLock { $0.first { $0.response === response }?.times ?? 0 }
    }

    /// Takes the response to one request; `nil` if none is left.
    func take() -> PreparedResponse? {
        left.withLock { left in
            guard let first = left.first else { return nil }
            if first.times == 1 { left.removeFirst() } else { left[0].times -= 1 }
            return first.response
        }
    }
}
