/// The prepared responses of a series, and its position.
final class PreparedSeries: Sendable {
    private let series: ResponseSeries
    private let elements: [PreparedResponse]
    /// Whether some of its responses are for certain requests only.
    private let isByRequest: Bool
    /// The places of all elements.
    private let all: [Int]
    /// The numbers of requests answered since it was selected, by the elements for them.
    private let served = Locked<[[Int]: Int]>([:])

    /// Prepares the responses under the name of the series, since a fault in one is a fault of the
    /// series.
    init(_ series: ResponseSeries, named name: String, in context: PreparedResponse.Context) {
        self.series = series
        all = Array(series.elements.indices)
        isByRequest = series.isInTurn && series.elements.contains { !$0.recordedFor.isEmpty }
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
        series.isInTurn ? served.withLock { $0.values.reduce(0, +) } : nil
    }

    /// Whether requests go to the next set after its end.
    var endsWithNextSet: Bool { if case .inTurn(.nextSet) = series.order { true } else { false } }

    /// Whether it has ended, and requests go to the next set.
    var isForNextSet: Bool {
        endsWithNextSet && served.withLock { $0[all, default: 0] } >= length
    }

    func restart() {
        served.withLock { $0 = [:] }
        elements.forEach { $0.series?.restart() }
    }

    /// Returns the response to a request; `nil` if the series has ended.
    func next(for request: BarricadeRequest, using random: RandomSource) -> PreparedResponse? {
        let places = places(for: request)
        let before = served.withLock { served in
            defer { served[places, default: 0] += 1 }
            return served[places, default: 0]
        }
        return series.index(after: before, among: places, using: random).map { elements[$0] }
    }

    /// The elements that may answer a request: those recorded for it, else those for any, else
    /// those for the same requests as the first.
    private func places(for request: BarricadeRequest) -> [Int] {
        guard isByRequest else { return all }
        let own = elements.indices.filter { elements[$0].isRecorded(for: request) }
        if !own.isEmpty { return own }
        let kept = series.elements.map(\.recordedFor)
        let other = kept.contains([]) ? [] : kept[0]
        return kept.indices.filter { kept[$0] == other }
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

    /// Returns whether no request has used a response that was added for this many requests.
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
