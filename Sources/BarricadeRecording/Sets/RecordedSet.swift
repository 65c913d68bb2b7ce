package import Barricade
import BarricadeFolder
import Foundation

/// The distinct responses recorded for the requests of one set, and the order of the replies.
package struct RecordedSet: Sendable {
    /// The usual name of the sequence that gives each request its replies.
    package static let sequenceName = "As Recorded"

    /// The set that claimed the requests; `nil` if none did.
    package let base: ResponseSet?
    package let name: String
    /// The name of the sequence that gives each request its replies.
    private(set) var sequenceName = Self.sequenceName
    package let matcher: RequestMatcher
    package var group: String?
    /// The place for messages.
    package let origin: ResponseSet.Origin
    /// Whether any folder can hold all of its exchanges.
    private var hasPlainExchanges = true
    /// The recorded responses, without their requests.
    private var kept: [RecordedResponse] = []
    /// The first request, redacted.
    private(set) var request: Exchange.Request?
    /// The first request of each kind, redacted.
    private var asked: [RecordedRequest: Exchange.Request] = [:]
    /// The names of the responses to each body of a request, by the body's digest.
    private var namesByBody: [RecordedRequest: [UInt64: Set<String>]] = [:]
    /// The names of the responses of `base`, by their outcomes.
    private var known: [OutcomeKey: String] = [:]
    private var allTurns = Turns()
    /// The names of the recorded or repeated responses.
    private(set) var namesThatCame: Set<String> = []
    /// The places of the recorded responses.
    private var places: [OutcomeKey: Int] = [:]
    private var names = UniqueNames()
    private let keepsDelays: Bool
    /// The requests that held what is known to be secret now, and what tells them apart since.
    private(set) var renamed: [RecordedRequest: RecordedRequest] = [:]
    /// The outcomes that held it, as an earlier save may have written them.
    private(set) var formerOutcomes: Set<OutcomeKey> = []
    /// What sets matched whose URL held it, and of which this has the responses.
    var former: [RequestMatcher] = []

    package init(
        _ name: String, on matcher: RequestMatcher, origin: ResponseSet.Origin,
        keepsDelays: Bool = false
    ) {
        base = nil
        (self.name, self.matcher, self.origin) = (name, matcher, origin)
        self.keepsDelays = keepsDelays
    }

    /// Makes a set of responses whose names are known, and unique.
    ///
    /// - Parameters:
    ///   - requests: The responses that certain requests get, by their names.
    ///   - sequenceName: The name of the sequence that gives them.
    init(
        _ name: String, on matcher: RequestMatcher, origin: ResponseSet.Origin,
        responses: [RecordedResponse],
        for requests: [(name: String, request: RecordedRequest)] = [], by sequenceName: String
    ) {
        self.init(name, on: matcher, origin: origin)
        (kept, hasPlainExchanges) = (responses, false)
        for (name, request) in requests {
            _ = allTurns.add(name, for: request, exactly: request)
            namesThatCame.insert(name)
        }
        self.sequenceName = sequenceName
    }

    /// Adds the responses of others to the same requests, with their name: `200 (refresh)`.
    mutating func append(_ responses: [RecordedResponse], of name: String) {
        var names = UniqueNames(taken: Set(kept.map(\.name)))
        kept += responses.map {
            RecordedResponse(
                name: names.next("\($0.name) (\(name))"), outcome: $0.outcome, delay: $0.delay)
        }
    }

    /// Extends a set that a person has written, or that was recorded earlier.
    ///
    /// - Parameter known: The known outcomes of its responses, by name; an equal reply adds no
    ///   response.
    package init(
        extending set: ResponseSet, known: [String: Exchange.Outcome] = [:],
        keepsDelays: Bool = false
    ) {
        base = set
        (name, matcher, origin) = (set.name, set.matcher, set.origin)
        group = set.group
        for response in set.responses.reversed() {
            if let outcome = known[response.name] {
                self.known[OutcomeKey(outcome).plain] = response.name
            }
        }
        names = UniqueNames(taken: Set(set.responses.map(\.name)))
        self.keepsDelays = keepsDelays
    }

    /// Adds the outcome of a request; returns false if that changes nothing.
    ///
    /// - Parameter generation: The ``Redactor/generation`` when it was redacted.
    package mutating func add(_ exchange: Exchange, generation: Int = 0) -> Bool {
        hasPlainExchanges = hasPlainExchanges && exchange.isPlain
        request = request ?? exchange.request
        let key = OutcomeKey(exchange.outcome)
        let found = response(with: key)
        let name = found ?? names.next(exchange.outcome.title)
        if found == nil {
            places[key] = kept.endIndex
            let delay = keepsDelays ? exchange.duration.map { ResponseDelay.fixed($0) } : nil
            kept.append(
                RecordedResponse(
                    name: name, outcome: exchange.outcome, delay: delay, generation: generation))
        }
        namesThatCame.insert(name)
        let (usual, exact) = exchange.request.recorded(in: matcher)
        for one in [usual, exact] where one.matcher != nil && asked[one] == nil {
            asked[one] = exchange.request
        }
        if let digest = exchange.request.bodyDigest {
            namesByBody[exact, default: [:]][digest, default: []].insert(name)
        }
        let isFirst = allTurns[usual].isEmpty
        let isTurn = allTurns.add(name, for: usual, exactly: exact)
        // Only a sequence keeps the requests of a response of `base`.
        return found == nil
            || isTurn && (isInTurn || usual.matcher != nil && isFirst && places[key] != nil)
    }

    /// Redacts again what was redacted at an earlier generation.
    ///
    /// - Parameter redact: Returns an exchange without secrets; `nil` if it cannot be kept any more.
    /// - Returns: Whether there was anything to redact.
    @discardableResult
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange?
    ) rethrows -> Bool {
        guard let request, kept.contains(where: { $0.generation < generation }) else {
            return false
        }
        hasPlainExchanges = false
        for index in kept.indices where kept[index].generation < generation {
            let exchange = Exchange(request, kept[index].outcome, date: .distantPast)
            formerOutcomes.insert(OutcomeKey(exchange.outcome))
            if let new = try redact(exchange) {
                kept[index].outcome = new.outcome
                kept[index].generation = generation
                self.request = new.request
            } else {
                namesThatCame.remove(kept[index].name)
            }
        }
        kept.removeAll { !namesThatCame.contains($0.name) }
        places = Dictionary(zip(kept.map { OutcomeKey($0.outcome) }, kept.indices)) { first, _ in
            first
        }
        // Also redact their requests.
        for (name, request) in asked {
            let new = try redact(Exchange(request, .failure(.unknown), date: .distantPast))?.request
            let isUsual = request.recorded(in: matcher).usual == name
            let other = new?.recorded(in: matcher)
            guard let other = isUsual ? other?.usual : other?.exact, other != name else { continue }
            renamed = renamed.mapValues { $0 == name ? other : $0 }
            renamed[name] = other
            asked[name] = nil
            asked[other] = new
        }
        allTurns = allTurns.renamed { renamed[$0] ?? $0 }
        return true
    }

    /// Its responses, as replies to its first request.
    var exchanges: [Exchange] {
        guard let request else { return [] }
        return kept.map { Exchange(request, $0.outcome, date: .distantPast) }
    }

    /// Whether its requests have bodies.
    var hasBodies: Bool { !namesByBody.isEmpty }

    /// What a report says about its requests: a sentence without the set's name; usually `nil`.
    var note: String? {
        let isByBody = namesByBody.values.contains { names in
            names.count > 1 && Set(names.values).count > 1
        }
        if isByBody {
            return "its replies differ by the body of the request, which is not kept, and come in "
                + "turn; to tell them apart, make sets with clauses such as \"json\" and \"form\""
        }
        return turns.requests.contains(where: \.hasMoment)
            ? "its replies differ by a time in the query, which is kept; at other times they come "
                + "in turn" : nil
    }

    /// Returns the name of the response with an outcome; `nil` if there is none yet.
    func response(with key: OutcomeKey) -> String? {
        known[key.plain] ?? places[key].map { kept[$0].name }
    }

    /// Whether there is a sequence: several responses were recorded, and some of them are new.
    var isInTurn: Bool { namesThatCame.count > 1 && !kept.isEmpty }

    /// The number of recorded responses.
    var count: Int { kept.count }

    /// Whether any folder can hold it: it is new, and has one response without a delay.
    var isPlain: Bool {
        base == nil && hasPlainExchanges && kept.count == 1 && kept[0].delay == nil
    }

    /// The turns of the requests that are told apart.
    var turns: Turns { allTurns.settled }

    /// The recorded responses, each once, in order of their first replies.
    package var responses: [RecordedResponse] {
        let requests = turns.requestsByName
        return kept.map { response in
            var response = response
            response.requests = requests[response.name] ?? []
            return response
        }
    }

    /// The set, with the recorded bodies.
    package var responseSet: ResponseSet {
        var all = (base?.responses ?? []) + responses.map { $0.canned() }
        // Where it was, since the comments of a folder are by place.
        let place = all.firstIndex { $0.name == sequenceName }
        if let place { all.remove(at: place) }
        if isInTurn {
            let elements = turns.elements(of: all)
            all.insert(.sequence(sequenceName) { elements }, at: place ?? all.endIndex)
        }
        let usual = base == nil ? (isInTurn ? sequenceName : nil) : base?.defaultResponse
        var set = ResponseSet(
            name, on: matcher, default: usual, delay: base?.delay, files: base?.files,
            group: group, responses: all)
        set.origin = origin
        set.folderNotes = base?.folderNotes
        return set
    }

    /// Checks that a folder can hold it, whatever its bodies are.
    ///
    /// - Throws: The reason if none can.
    func check() throws(PassingReason) {
        var set = self
        for index in kept.indices { set.kept[index].outcome = kept[index].outcome.withAnyContent }
        guard let fault = ManifestPart.fault(of: set.responseSet) else { return }
        throw PassingReason("no folder can hold it, since it \(fault)")
    }

    /// Returns the extended set, perhaps edited since, with the recorded responses.
    func added(to set: ResponseSet) -> ResponseSet {
        var set = set
        let names = Set(responses.map(\.name) + [sequenceName])
        let own = responseSet.responses.filter { names.contains($0.name) }
        let byName = Dictionary(own.map { ($0.name, $0) }) { $1 }
        let known = Set(set.responses.map(\.name))
        set.responses =
            set.responses.map { byName[$0.name] ?? $0 } + own.filter { !known.contains($0.name) }
        return set
    }
}
