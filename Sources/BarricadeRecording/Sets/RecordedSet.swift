package import Barricade
import BarricadeFolder
import Foundation

/// The distinct responses recorded for the requests of one set, and the order of the replies.
package struct RecordedSet: Sendable {
    /// The name of the sequence that repeats the order of the replies.
    package static let sequenceName = "As Recorded"

    /// The most turns of the sequence for a request.
    private static let mostTurns = 100

    /// The set that claimed the requests; `nil` if none did.
    package let base: ResponseSet?
    package let name: String
    package let matcher: RequestMatcher
    package var group: String?
    /// The place for messages.
    package let origin: ResponseSet.Origin
    /// The recorded responses, each once, in order of their first replies.
    package private(set) var responses: [RecordedResponse] = []
    /// The first request, redacted.
    private var request: Exchange.Request?
    /// The names of the responses of `base`, by their outcomes.
    private var known: [OutcomeKey: String] = [:]
    private(set) var turns = Turns()
    /// The names of the recorded or repeated responses.
    private(set) var namesThatCame: Set<String> = []
    /// The places of the recorded responses.
    private var places: [OutcomeKey: Int] = [:]
    private var names = UniqueNames()
    private let keepsDelays: Bool

    package init(
        _ name: String, on matcher: RequestMatcher, origin: ResponseSet.Origin,
        keepsDelays: Bool = false
    ) {
        base = nil
        (self.name, self.matcher, self.origin) = (name, matcher, origin)
        self.keepsDelays = keepsDelays
    }

    /// Makes a set of responses whose names are known, and unique.
    init(
        _ name: String, on matcher: RequestMatcher, origin: ResponseSet.Origin,
        responses: [RecordedResponse]
    ) {
        self.init(name, on: matcher, origin: origin)
        self.responses = responses
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
        request = request ?? exchange.request
        let key = OutcomeKey(exchange.outcome)
        let found = response(with: key)
        let name = found ?? names.next(exchange.outcome.title)
        let target = exchange.request.target(in: matcher)
        if found == nil {
            places[key] = responses.endIndex
            let delay = keepsDelays ? exchange.duration.map { ResponseDelay.fixed($0) } : nil
            responses.append(
                RecordedResponse(
                    name: name, outcome: exchange.outcome, delay: delay, generation: generation))
        }
        namesThatCame.insert(name)
        let place = places[key]
        let own = turns[target ?? ""]
        if let target, let place, !own.contains(where: { $0.name == name }) {
            responses[place].requests.append(target)
        }
        if own.last?.name == name {
            turns[target ?? ""][own.count - 1].count += 1
            return false
        }
        guard own.count < Self.mostTurns else { return found == nil }
        turns[target ?? ""].append(Turns.Turn(name: name, count: 1))
        // Only a sequence keeps the requests of a response of `base`.
        return found == nil || isInTurn || target != nil && own.isEmpty && place != nil
    }

    /// Redacts again what was redacted at an earlier generation.
    ///
    /// - Parameter redact: Returns an exchange without secrets; `nil` if it cannot be kept any more.
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange?
    ) rethrows {
        guard let request, responses.contains(where: { $0.generation < generation }) else { return }
        for index in responses.indices where responses[index].generation < generation {
            let exchange = Exchange(request, responses[index].outcome, date: .distantPast)
            if let kept = try redact(exchange) {
                responses[index].outcome = kept.outcome
                responses[index].generation = generation
            } else {
                namesThatCame.remove(responses[index].name)
            }
        }
        responses.removeAll { !namesThatCame.contains($0.name) }
        places = Dictionary(
            zip(responses.map { OutcomeKey($0.outcome) }, responses.indices)
        ) { first, _ in first }
        // Also redact their requests.
        var renamed: [String: String] = [:]
        for text in turns.requests where !text.isEmpty {
            let old = Exchange.Request(method: request.method, url: "https://host\(text)")
            let new = try redact(Exchange(old, .failure(.unknown), date: .distantPast))?.request
            renamed[text] = new.map { RequestPattern.target($0.target ?? $0.url) }
        }
        turns = turns.renamed { renamed[$0] ?? $0 }
        for index in responses.indices {
            responses[index].requests = responses[index].requests.map { renamed[$0] ?? $0 }
        }
    }

    /// Returns the name of the response with an outcome; `nil` if there is none yet.
    func response(with key: OutcomeKey) -> String? {
        known[key.plain] ?? places[key].map { responses[$0].name }
    }

    /// Whether there is a sequence: several responses were recorded, and some of them are new.
    var isInTurn: Bool { namesThatCame.count > 1 && !responses.isEmpty }

    /// The set, with the recorded bodies.
    package var responseSet: ResponseSet {
        let own = base?.responses.filter { $0.name != Self.sequenceName } ?? []
        var all = own + responses.map { $0.canned() }
        if isInTurn {
            let elements = turns.elements(of: all)
            all.append(.sequence(Self.sequenceName) { elements })
        }
        let usual = base == nil ? (isInTurn ? Self.sequenceName : nil) : base?.defaultResponse
        var set = ResponseSet(
            name, on: matcher, default: usual, delay: base?.delay, files: base?.files,
            group: group, responses: all)
        set.origin = origin
        set.folderNotes = base?.folderNotes
        return set
    }

    /// Returns the extended set, perhaps edited since, with the recorded responses.
    func added(to set: ResponseSet) -> ResponseSet {
        var set = set
        let names = Set(responses.map(\.name) + [Self.sequenceName])
        let own = responseSet.responses.filter { names.contains($0.name) }
        let byName = Dictionary(own.map { ($0.name, $0) }) { $1 }
        let known = Set(set.responses.map(\.name))
        set.responses =
            set.responses.map { byName[$0.name] ?? $0 } + own.filter { !known.contains($0.name) }
        return set
    }
}
