import Barricade
import BarricadeFolder

/// The names of the responses to each request, in order.
struct Turns: Sendable {
    /// One response, a number of times in a row.
    struct Turn: Hashable, Sendable {
        let name: String
        var count: Int
        /// The requests that got it, told apart by all that replies may differ by.
        fileprivate(set) var exact: [RecordedRequest] = []
    }

    /// The most turns of a request, and the most requests of a turn.
    private static let most = 100

    /// The requests, in order of arrival.
    private(set) var requests: [RecordedRequest] = []
    private var turns: [RecordedRequest: [Turn]] = [:]

    /// Reads the elements of a sequence.
    init(_ elements: [CannedResponse] = []) {
        for element in elements {
            let requests = element.recordedFor.map { RecordedRequest($0) }
            for request in requests.isEmpty ? [RecordedRequest()] : requests {
                self[request].append(Turn(name: element.name, count: element.repeats ?? 1))
            }
        }
    }

    subscript(request: RecordedRequest) -> [Turn] {
        get { turns[request] ?? [] }
        _modify {
            if turns[request] == nil { requests.append(request) }
            yield &turns[request, default: []]
        }
    }

    var names: Set<String> { Set(turns.values.joined().map(\.name)) }

    /// The requests that got each response, by its name.
    var requestsByName: [String: [RecordedRequest]] {
        var all: [String: [RecordedRequest]] = [:]
        for request in requests where request.matcher != nil {
            for name in Set(self[request].map(\.name)) { all[name, default: []].append(request) }
        }
        return all
    }

    /// Adds the response to a request; returns whether more than a count has changed.
    mutating func add(
        _ name: String, for request: RecordedRequest, exactly exact: RecordedRequest
    ) -> Bool {
        let count = self[request].count
        if count > 0, self[request][count - 1].name == name {
            self[request][count - 1].count += 1
            let known = self[request][count - 1].exact
            if known.count >= Self.most || known.contains(exact) { return false }
            self[request][count - 1].exact.append(exact)
            return count > 1
        }
        guard count < Self.most else { return false }
        self[request].append(Turn(name: name, count: 1, exact: [exact]))
        return true
    }

    /// The turns of requests that are told apart by no more than their replies differ by.
    var settled: Turns {
        // Most sets have one reply.
        if turns.count == 1, turns.first?.value.count == 1 { return self }
        var settled = Turns()
        for request in requests {
            let own = self[request]
            var exact: [RecordedRequest] = []
            for one in own.lazy.flatMap(\.exact) where !exact.contains(one) { exact.append(one) }
            let differs = exact.count > 1 && Set(own.map(\.name)).count > 1
            for one in differs ? exact : [] {
                settled[one] = own.filter { $0.exact.contains(one) }.map { turn in
                    Turn(name: turn.name, count: turn.exact.count == 1 ? turn.count : 1)
                }
            }
            // At other times, they come in turn.
            if !differs || exact.contains(where: \.hasMoment) {
                settled[request] = own.map { Turn(name: $0.name, count: $0.count) }
            }
        }
        return settled
    }

    /// Returns the turns with renamed requests.
    func renamed(_ rename: (RecordedRequest) throws -> RecordedRequest) rethrows -> Turns {
        var copy = Turns()
        for request in requests {
            copy[try rename(request)] += try self[request].map { turn in
                Turn(name: turn.name, count: turn.count, exact: try turn.exact.map(rename))
            }
        }
        return copy
    }

    /// Replaces the turns of requests that came again.
    mutating func update(_ newer: Turns, name: (String) -> String) {
        for request in newer.requests {
            let own = newer[request].map { Turn(name: name($0.name), count: $0.count) }
            // A single known response keeps its turn.
            if own.count == 1, self[request].contains(where: { $0.name == own[0].name }) {
                continue
            }
            self[request] = own
        }
    }

    /// Returns the elements of a sequence; requests with equal turns share elements.
    ///
    /// - Parameter responses: The responses of the set.
    func elements(of responses: [CannedResponse]) -> [CannedResponse] {
        let byName = Dictionary(responses.map { ($0.name, $0) }) { first, _ in first }
        var order: [[Turn]] = []
        var sharing: [[Turn]: [RequestMatcher]] = [:]
        for request in requests {
            var own = self[request]
            // The last response of a sequence answers all further requests anyway.
            if let last = own.indices.last { own[last].count = 1 }
            if sharing[own] == nil { order.append(own) }
            sharing[own, default: []] += request.matcher.map { [$0] } ?? []
        }
        return order.flatMap { own in
            own.compactMap { turn in
                guard var element = byName[turn.name] else { return nil }
                element.recordedMark = nil
                element.recordedFor = sharing[own] ?? []
                element.repeats = turn.count == 1 ? nil : turn.count
                return element
            }
        }
    }
}
