import Barricade
import BarricadeCommon

/// The names of the responses to each request, in order.
struct Turns: Sendable {
    /// One response, a number of times in a row.
    struct Turn: Hashable, Sendable {
        let name: String
        var count: Int
    }

    /// The paths with queries, in order of arrival; empty text if the set is for only one.
    private(set) var requests: [String] = []
    private var turns: [String: [Turn]] = [:]

    /// Reads the elements of a sequence.
    init(_ elements: [CannedResponse] = []) {
        for element in elements {
            let turn = Turn(name: element.name, count: element.repeats ?? 1)
            for request in element.recordedFor.isEmpty ? [""] : element.recordedFor {
                self[request].append(turn)
            }
        }
    }

    subscript(request: String) -> [Turn] {
        get { turns[request] ?? [] }
        _modify {
            if turns[request] == nil { requests.append(request) }
            yield &turns[request, default: []]
        }
    }

    var names: Set<String> { Set(turns.values.joined().map(\.name)) }

    /// Returns the turns with renamed requests.
    func renamed(_ rename: (String) throws -> String) rethrows -> Turns {
        var copy = Turns()
        for request in requests { copy[try rename(request)] += self[request] }
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
        var sharing: [[Turn]: [String]] = [:]
        for request in requests {
            var own = self[request]
            // The last response of a sequence answers all further requests anyway.
            if let last = own.indices.last { own[last].count = 1 }
            if sharing[own] == nil { order.append(own) }
            sharing[own, default: []].append(request)
        }
        return order.flatMap { own in
            own.compactMap { turn in
                guard var element = byName[turn.name] else { return nil }
                element.recordedMark = nil
                element.recordedFor = sharing[own]?.filter { !$0.isEmpty } ?? []
                element.repeats = turn.count == 1 ? nil : turn.count
                return element
            }
        }
    }
}
