/// The prepared responses of a series, and its position.
final class PreparedSeries: Sendable {
    private let series: ResponseSeries
    private let elements: [PreparedResponse]
    /// Whether some of its responses are for certain requests only.
    private let isByRequest: Bool
    /// The places of all elements.
    private let all: [Int]
    /// The number of requests until its end.
    let length: Int
    /// The numbers of requests answered since it was selected, by the places of the elements for
    /// them, as text.
    private let served = Locked<[String: Int]>([:])

    /// Prepares the responses under the name of the series, since a fault in one is a fault of the
    /// series.
    ///
    /// - Parameter shownName: The name in the log of those that have none.
    init(
        _ series: ResponseSeries, of response: CannedResponse, as shownName: String,
        in set: SetContext
    ) {
        self.series = series
        all = Array(series.elements.indices)
        length = series.length(of: all)
        isByRequest = series.isInTurn && series.elements.contains { !$0.recordedFor.isEmpty }
        elements = series.elements.map { element in
            var named = element
            named.name = response.name
            // The recorded responses are beside the sequence too, and are checked there.
            if response.isAsSent != nil { named.isAsSent = { _ in true } }
            return PreparedResponse(
                named, in: set, isInTurn: series.isInTurn,
                as: element.name.isEmpty ? shownName : element.name)
        }
    }

    /// The number of requests that it has answered in turn; `nil` if it answers at random.
    var position: Int? {
        series.isInTurn ? served.withLock { $0.values.reduce(0, +) } : nil
    }

    /// Whether requests go to the next set after its end.
    var endsWithNextSet: Bool { if case .inTurn(.nextSet) = series.order { true } else { false } }

    /// Whether it has ended, and requests go to the next set.
    var isForNextSet: Bool {
        endsWithNextSet && served.withLock { $0[key(of: all), default: 0] } >= length
    }

    func restart() {
        served.withLock { $0 = [:] }
        elements.forEach { $0.series?.restart() }
    }

    /// Returns the response to a request; `nil` if the series has ended.
    func next(for request: BarricadeRequest, using random: RandomSource) -> PreparedResponse? {
        let places = places(for: request)
        let key = key(of: places)
        let index = served.withLock { served in
            let before = served[key] ?? 0
            let index = series.index(after: before, among: places, using: random)
            if index != nil { served[key] = before + 1 }
            return index
        }
        return index.map { elements[$0] }
    }

    private func key(of places: [Int]) -> String { isByRequest ? "\(places)" : "" }

    /// The elements that may answer a request: those recorded for the fewest requests of which it is
    /// one, else those for any, else those for the same requests as the first.
    private func places(for request: BarricadeRequest) -> [Int] {
        guard isByRequest else { return all }
        let claims = elements.map { $0.claims(on: request) }
        let found = claims.filter { !$0.isEmpty }.joined()
        let own = elements.indices.filter { index in
            claims[index].contains { claim in
                !found.contains { claim.covers($0) && !$0.covers(claim) }
            }
        }
        if !own.isEmpty { return own }
        let kept = series.elements.map(\.recordedFor)
        let other = kept.contains([]) ? [] : kept[0]
        return kept.indices.filter { kept[$0] == other }
    }

    /// Returns the reasons why its responses are unusable; usually empty.
    func check(in files: FileLocation) -> [BarricadeError] {
        elements.flatMap { $0.check(in: files) }
    }
}
