/// The responses of a series made ready, and how many requests it has served.
final class PreparedSeries: Sendable {
    private let series: ResponseSeries
    private let elements: [PreparedResponse]
    /// How many requests it has served since it was selected.
    private let served = Locked(0)

    /// Makes them ready under the name of the whole, since a fault in one is a fault of that.
    init(_ series: ResponseSeries, named name: String, in context: PreparedResponse.Context) {
        self.series = series
        elements = series.elements.map { element in
            var element = element
            element.name = name
            return PreparedResponse(element, in: context, isInTurn: series.isInTurn)
        }
    }

    /// How many requests it takes to get to its end.
    var length: Int { series.length }

    /// How many requests it has served in turn; `nil` where it serves them at random.
    var position: Int? {
        if case .inTurn = series.order { served.withLock { $0 } } else { nil }
    }

    /// Whether requests are for the next set once it is used up.
    var endsWithNextSet: Bool { if case .inTurn(.nextSet) = series.order { true } else { false } }

    /// Whether they are so from now on.
    var isForNextSet: Bool { endsWithNextSet && served.withLock { $0 } >= length }

    /// Makes it begin again.
    func restart() {
        served.withLock { $0 = 0 }
        elements.forEach { $0.restart() }
    }

    /// Returns the response that a request gets; `nil` where it is used up.
    func next(using random: RandomSource) -> PreparedResponse? {
        let before = served.withLock { served in
            defer { served += 1 }
            return served
        }
        return series.index(after: before, using: random).map { elements[$0] }
    }

    /// What keeps its responses from being given; usually empty.
    func check() -> [BarricadeError] {
        elements.flatMap { $0.check() }
    }
}
