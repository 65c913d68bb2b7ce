package import Barricade

/// The response sets made from exchanges, one for all like requests.
package struct RecordedSets: Sendable {
    private let replacesIDs: Bool
    private let keepsDelays: Bool
    /// The sets in the order in which their first requests came.
    private var recorded: [RecordedSet] = []
    private var patterns: [RequestPattern] = []
    private var places: [RequestPattern: Int] = [:]
    /// The places of sets that may match the same requests.
    private var neighbours: [RequestPattern.Place: [Int]] = [:]
    private var names: UniqueNames
    /// The hosts of these sets, by their names.
    private var hosts: [String: String] = [:]

    /// - Parameters:
    ///   - replacesIDs: Whether UUIDs and numbers in paths become `:id`.
    ///   - keepsDelays: Whether each response waits as long as its first reply took.
    ///   - names: The names that sets already have.
    package init(replacesIDs: Bool, keepsDelays: Bool = false, names: Set<String> = []) {
        self.replacesIDs = replacesIDs
        self.keepsDelays = keepsDelays
        self.names = UniqueNames(taken: names)
    }

    /// Adds a redacted exchange to the set of its request.
    ///
    /// - Parameter origin: The place of a new set, for messages.
    /// - Returns: The set that changed; `nil` if none did.
    @discardableResult
    package mutating func add(
        _ exchange: Exchange, from origin: ResponseSet.Origin, generation: Int = 0
    ) -> RecordedSet? {
        let pattern = RequestPattern(exchange.request, replacesIDs: replacesIDs)
        let place = places[pattern] ?? addSet(for: pattern, from: origin)
        let isChanged = recorded[place].add(exchange, generation: generation)
        return isChanged ? recorded[place] : nil
    }

    private mutating func addSet(
        for pattern: RequestPattern, from origin: ResponseSet.Origin
    ) -> Int {
        let place = recorded.endIndex
        recorded.append(
            RecordedSet(
                freeName(for: pattern), on: pattern.matcher, origin: origin,
                keepsDelays: keepsDelays))
        patterns.append(pattern)
        places[pattern] = place
        neighbours[pattern.overlap, default: []].append(place)
        return place
    }

    /// Redacts again what was redacted at an earlier generation.
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange
    ) rethrows {
        for index in recorded.indices {
            try recorded[index].redact(knowing: generation, redact)
        }
    }

    /// Returns the set of a redacted request; `nil` if there is none yet.
    package func set(of request: Exchange.Request) -> RecordedSet? {
        places[RequestPattern(request, replacesIDs: replacesIDs)].map { recorded[$0] }
    }

    /// Returns the sets that must be asked before that of a request, the narrowest first.
    package func setsBefore(_ request: Exchange.Request) -> [RecordedSet] {
        let pattern = RequestPattern(request, replacesIDs: replacesIDs)
        return (neighbours[pattern.overlap] ?? []).filter { patterns[$0].width < pattern.width }
            .ordered { patterns[$0].width }.map { recorded[$0] }
    }

    private mutating func freeName(for pattern: RequestPattern) -> String {
        let owner = hosts[pattern.name] ?? pattern.host
        let name = names.next(owner == pattern.host ? pattern.name : pattern.nameWithHost)
        hosts[name] = pattern.host
        return name
    }

    /// The sets in the order in which they are asked, each with the name for its folder.
    ///
    /// If several sets may match a request, the narrowest comes first.
    package var ordered: [(set: RecordedSet, fileName: String)] {
        var ranks: [RequestPattern.Place: Int] = [:]
        for pattern in patterns where ranks[pattern.overlap] == nil {
            ranks[pattern.overlap] = ranks.count
        }
        let hosts = Set(patterns.map(\.host))
        let order = patterns.indices.map { $0 }
            .ordered { patterns[$0].width }
            .ordered { ranks[patterns[$0].overlap] ?? 0 }
        var names = UniqueNames()
        var ordered: [(set: RecordedSet, fileName: String)] = []
        for index in order {
            var set = recorded[index]
            // With several hosts, lists are easier to read by host.
            if hosts.count > 1 { set.group = patterns[index].host }
            let fileName = names.next(FileName([patterns[index].fileName]))
            ordered.append((set, fileName))
        }
        return ordered
    }

    /// The sets in the order in which they are asked.
    package var responseSets: [ResponseSet] { ordered.map(\.set.responseSet) }
}
