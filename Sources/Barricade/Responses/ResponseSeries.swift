/// Several responses under one name; each request gets one of them.
package struct ResponseSeries: Sendable {
    package enum Order: Sendable {
        case inTurn(CannedResponse.SequenceEnd)
        case weighted([Double])
    }

    package let elements: [CannedResponse]
    package let order: Order

    package init(elements: [CannedResponse], order: Order) {
        self.elements = elements
        self.order = order
    }

    /// The reasons why it is unusable; usually empty.
    var faults: [String] {
        guard !elements.isEmpty else { return ["it has no responses"] }
        switch order {
        case .inTurn:
            return elements.contains { ($0.repeats ?? 1) < 1 }
                ? ["a number in times(…), or everyNth:, is below 1"] : []
        case .weighted(let weights):
            let areUsable =
                weights.allSatisfy { $0 >= 0 && $0.isFinite } && weights.reduce(0, +) > 0
            return areUsable ? [] : ["its weights are negative or infinite, or all of them are 0"]
        }
    }

    /// Returns the number of requests that these elements answer in turn.
    func length(of indices: [Int]) -> Int {
        indices.reduce(0) { length, index in
            let (sum, isTooLong) = length.addingReportingOverflow(elements[index].turns)
            return isTooLong ? .max : sum
        }
    }

    /// Whether it serves its responses one after the other.
    package var isInTurn: Bool { if case .inTurn = order { true } else { false } }

    /// Returns the index of a request's element, given the number of requests before; `nil` past
    /// the end.
    ///
    /// - Parameter indices: The elements that may answer it, if they are in turn.
    func index(after served: Int, among indices: [Int], using random: RandomSource) -> Int? {
        switch order {
        case .weighted(let weights):
            var rest = random.fraction() * weights.reduce(0, +)
            for (index, weight) in weights.enumerated() where weight > 0 {
                rest -= weight
                if rest < 0 { return index }
            }
            return weights.lastIndex { $0 > 0 }
        case .inTurn(let end):
            var rest = end == .cycle ? served % length(of: indices) : served
            for index in indices {
                rest -= elements[index].turns
                if rest < 0 { return index }
            }
            return end == .fail || end == .nextSet ? nil : indices.last
        }
    }
}

extension CannedResponse {
    /// The behavior of a sequence after its last response.
    public enum SequenceEnd: Sendable, Equatable {
        /// The last response answers all further requests.
        case repeatLast
        /// The sequence starts again.
        case cycle
        /// Requests fail with an error that says that the sequence has ended.
        case fail
        /// Requests go to the next set that matches, as if this set did not exist.
        case nextSet
    }
}

extension CannedResponse {
    /// Makes a response that answers each request with the next of several.
    ///
    /// ```swift
    /// CannedResponse.sequence("Third Time Lucky") {
    ///     CannedResponse(status: .serviceUnavailable).times(2)
    ///     CannedResponse(json: ["ok": true])
    /// }
    /// ```
    ///
    /// Selecting it restarts it, even if it is selected already.
    /// ``Barricade/sequencePosition(for:)`` returns its position.
    public static func sequence(
        _ name: String = "", then end: CannedResponse.SequenceEnd = .repeatLast,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse]
    ) -> CannedResponse {
        CannedResponse(
            name, .series(ResponseSeries(elements: responses(), order: .inTurn(end))))
    }

    /// Makes a response that answers each request with a random one of several, by their weights.
    ///
    /// ```swift
    /// CannedResponse.weighted("Flaky", [(9, ok), (1, CannedResponse(error: .timedOut))])
    /// ```
    ///
    /// The choice comes from the barricade's seed: the same seed gives the same run.
    public static func weighted(
        _ name: String = "", _ responses: [(weight: Double, response: CannedResponse)]
    ) -> CannedResponse {
        let series = ResponseSeries(
            elements: responses.map(\.response), order: .weighted(responses.map(\.weight)))
        return CannedResponse(name, .series(series))
    }

    /// Returns the response to serve a number of times in a sequence.
    ///
    /// Outside of a ``sequence(_:then:responses:)`` it fails its requests.
    public func times(_ count: Int) -> CannedResponse {
        var copy = self
        copy.repeats = count
        return copy
    }

    /// The number of times that a sequence serves it, at least 1.
    fileprivate var turns: Int { max(repeats ?? 1, 1) }
}
