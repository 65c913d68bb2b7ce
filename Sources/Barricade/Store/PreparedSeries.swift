/// The prepared responses of a series, and its position.
final class PreparedSeries: Sendable {
    private let series: ResponseSeries
    private let elements: [PreparedResponse]
    /// The number of requests that it has answered since it was selected.
    private let served = Locked(0)

    /// Prepares the responses under the name of the series, since a fault in one is a fault of the
    /// series.
    init(_ series: ResponseSeries, named name: String, in context: PreparedResponse.Context) {
        self.series = series
        elements = series.elements.map { element in
            var element = element
            element.name = name
            return PreparedResponse(element, in: context, isInTurn: series.isInTurn)
        }
    }

    /// The number of requests until its end.
    var length: Int { series.length }

    /// The number of requests that it has answered in turn; `nil` if it answers at random.
    var position: Int? {
        if case .inTurn = series.order { served.withLock { $0 } } else { nil }
    }

    /// Whether it ends with the next set.
    var endsWithNextSet: Bool { if case .inTurn(.nextSet) = series.order { true } else { false } }

    /// Whether it has ended, and ends with the next set.
    var isForNextSet: Bool { endsWithNextSet && served.withLock { $0 } >= length }

    func restart() {
        served.withLock { $0 = 0 }
        elements.forEach { $0.series?.restart() }
    }

    /// Returns the response to a request; `nil` if the series has ended.
    func next(using random: RandomSource) -> PreparedResponse? {
        let before = served.withLock { served in
            defer { served += 1 }
            return served
        }
        return series.index(after: before, using: random).map { elements[$0] }
    }

    /// Returns the reasons why its responses are unusable; usually empty.
    func check() -> [BarricadeError] {
        elements.flatMap { $0.check() }
    }
}

/// The responses to a set's next requests, which come before the selected one.
final class NextAnswers: Sendable {
    private let left = Locked<[(response: PreparedResponse, times: Int)]>([])

    var isEmpty: Bool { left.withLock { $0.isEmpty } }

    /// Adds a response for the requests after those that have one already.
    func add(_ response: PreparedResponse, times: Int) {
        left.withLock { $0.append((response, times)) }
    }

    /// Returns whether no request has used a response that was added for so many.
    func isUnused(_ response: PreparedResponse, times: Int) -> Bool {
        left.withLock { $0.contains { $0.response === response && $0.times == times } }
    }

    /// Takes the response to one request; `nil` if none is left.
    func next() -> PreparedResponse? {
        left.withLock { left in
            guard let first = left.first else { return nil }
            if first.times == 1 { left.removeFirst() } else { left[0].times -= 1 }
            return first.response
        }
    }
}
