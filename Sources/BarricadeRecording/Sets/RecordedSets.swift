package import Barricade
import BarricadeFolder
import Foundation

/// The response sets made from exchanges, one for all like requests.
package struct RecordedSets: Sendable {
    private let replacesIDs: Bool
    private let keepsDelays: Bool
    /// The sets in the order in which their first requests came.
    private var recorded: [RecordedSet] = []
    private var patterns: [RequestPattern] = []
    /// The places of the sets by what they match.
    private var places: [[String]: Int] = [:]
    /// The places of sets that may match the same requests.
    private var neighbours: [String: [Int]] = [:]
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
        let place = places[pattern.meaning] ?? addSet(for: pattern, from: origin)
        let isChanged = recorded[place].add(exchange, generation: generation)
        return isChanged ? recorded[place] : nil
    }

    /// Checks that a folder can hold a redacted exchange.
    ///
    /// - Throws: The reason if none can.
    func check(_ exchange: Exchange) throws(PassingReason) {
        if exchange.isPlain { return }
        var exchange = exchange
        exchange.outcome = exchange.outcome.withAnyContent
        let pattern = RequestPattern(exchange.request, replacesIDs: replacesIDs)
        var set = RecordedSet(pattern.name, on: pattern.matcher, origin: .runTime)
        _ = set.add(exchange)
        try set.check()
    }

    private mutating func addSet(
        for pattern: RequestPattern, from origin: ResponseSet.Origin
    ) -> Int {
        let usual = pattern.name
        let owner = hosts[usual] ?? pattern.host
        let name = names.next(owner == pattern.host ? usual : pattern.nameWithHost)
        hosts[name] = pattern.host
        places[pattern.meaning] = recorded.endIndex
        neighbours[pattern.overlap, default: []].append(recorded.endIndex)
        patterns.append(pattern)
        recorded.append(
            RecordedSet(name, on: pattern.matcher, origin: origin, keepsDelays: keepsDelays))
        return recorded.endIndex - 1
    }

    /// Redacts again what was redacted at an earlier generation.
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange?
    ) rethrows {
        for index in recorded.indices {
            guard try recorded[index].redact(knowing: generation, redact),
                let request = recorded[index].request
            else { continue }
            let pattern = RequestPattern(request, replacesIDs: replacesIDs)
            if pattern != patterns[index] {
                move(recorded[index], at: index, to: pattern, generation)
            }
        }
    }

    /// Moves the responses of a set whose URL holds a secret to the set of that URL without it.
    private mutating func move(
        _ set: RecordedSet, at index: Int, to pattern: RequestPattern, _ generation: Int
    ) {
        recorded[index] = RecordedSet(set.name, on: set.matcher, origin: set.origin)
        let place = places[pattern.meaning] ?? addSet(for: pattern, from: set.origin)
        for exchange in set.exchanges { _ = recorded[place].add(exchange, generation: generation) }
        recorded[place].former += [set.matcher] + set.former
    }

    /// Returns the set of a redacted request; `nil` if there is none yet.
    package func set(of request: Exchange.Request) -> RecordedSet? {
        places[RequestPattern(request, replacesIDs: replacesIDs).meaning].map { recorded[$0] }
    }

    func hasSet(named name: String) -> Bool { hosts[name] != nil }

    /// Returns the sets that must be asked before that of a request, the narrowest first.
    package func setsBefore(_ request: Exchange.Request) -> [RecordedSet] {
        let pattern = RequestPattern(request, replacesIDs: replacesIDs)
        return (neighbours[pattern.overlap] ?? []).filter { patterns[$0].width < pattern.width }
            .ordered { patterns[$0].width }.map { recorded[$0] }
    }

    /// The sets in the order in which they are asked, each with the name for its folder.
    ///
    /// If several sets may match a request, the narrowest comes first.
    package var ordered: [(set: RecordedSet, fileName: String)] {
        let order = patterns.indices.filter { recorded[$0].count > 0 }
            .ordered { patterns[$0].width }
            .ordered { neighbours[patterns[$0].overlap]?.first ?? 0 }
        // With several hosts, lists are easier to read by host.
        let hasGroups = Set(patterns.map(\.host)).count > 1
        return order.map { index in
            var set = recorded[index]
            if hasGroups { set.group = patterns[index].host }
            return (set, patterns[index].fileName)
        }
    }

    /// What a report says about the requests of sets, a sentence for each: `"GET /feed?_": …`.
    package var notes: [String] { Self.notes(on: recorded) }

    static func notes(on sets: [RecordedSet]) -> [String] {
        sets.compactMap { set in
            set.note.map { "\(set.name.shortened.debugDescription): \($0)." }
        }
    }

    /// The sets in the order in which they are asked.
    package var responseSets: [ResponseSet] { ordered.map(\.set.responseSet) }

    /// The numbers of sets and of their responses.
    var counts: (sets: Int, responses: Int) {
        let counts = recorded.map(\.count)
        return (counts.count { $0 > 0 }, counts.reduce(0, +))
    }
}

extension Exchange {
    fileprivate static let methods: Set<HTTP.Method> = [.get, .head, .post, .put, .patch, .delete]
    private static let unusual = ByteSet(
        (0...UInt8.max).filter { !$0.isAlphanumeric && !"-._~/?&=:%".utf8.contains($0) })

    /// Whether any folder can hold it: most need no trial.
    var isPlain: Bool {
        guard Self.methods.contains(request.method), request.operations.isEmpty,
            request.varying.isEmpty, request.moments == nil, request.url.utf8.count < 2_000,
            request.target?.utf8.count ?? 0 < 2_000
        else { return false }
        let isUsual = Self.unusual.isAbsent(from: request.url)
        guard isUsual, request.target.map({ Self.unusual.isAbsent(from: $0) }) != false else {
            return false
        }
        guard case .reply(let reply) = outcome else { return true }
        return reply.status.isValid && !reply.status.isRedirection && reply.headers.fault == nil
    }
}

extension Exchange.Request {
    private static let odd = ByteSet(
        (0...UInt8.max).filter { !$0.isAlphanumeric && !"-._~/?&=".utf8.contains($0) })

    /// Whether all readers of URLs agree on it: nothing in it is encoded, empty or of a port.
    var isSimple: Bool {
        guard Exchange.methods.contains(method), operations.isEmpty,
            let start = ["https://", "http://"].first(where: url.hasPrefix)
        else { return false }
        let rest = String(Substring(url.utf8.dropFirst(start.utf8.count)))
        return Self.odd.isAbsent(from: rest) && !rest.has("//")
    }
}
