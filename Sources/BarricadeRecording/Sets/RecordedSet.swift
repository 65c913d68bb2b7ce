package import Barricade
import BarricadeFolder
import Foundation

/// The responses recorded for the requests of one set, each once, and the order in which they came.
package struct RecordedSet: Sendable {
    /// The name of the response that answers in the order in which the replies came.
    package static let sequenceName = "As Recorded"

    /// The most changes from one response to another that the sequence has for a request.
    private static let mostTurns = 100

    /// The set that claimed the requests; `nil` if there was none.
    package let base: ResponseSet?
    package let name: String
    package let matcher: RequestMatcher
    package var group: String?
    /// The place that is named in messages.
    package let origin: ResponseSet.Origin
    /// The recorded responses, each once, in the order in which they came first.
    package private(set) var responses: [RecordedResponse] = []
    /// The first request, redacted.
    private var request: Exchange.Request?
    /// What is known of the responses of `base`; their names are not given again.
    private var known: [String: Exchange.Outcome] = [:]
    private(set) var turns = Turns()
    /// The names of the responses that came.
    private(set) var namesThatCame: Set<String> = []
    /// The places of the responses that may be equal.
    private var places: [OutcomeKey: [Int]] = [:]
    private var names = UniqueNames()
    /// The places of the responses by their names.
    private var indices: [String: Int] = [:]
    private let keepsDelays: Bool

    package init(
        _ name: String, on matcher: RequestMatcher, origin: ResponseSet.Origin,
        keepsDelays: Bool = false
    ) {
        base = nil
        (self.name, self.matcher, self.origin) = (name, matcher, origin)
        self.keepsDelays = keepsDelays
    }

    /// Adds to a set that a person has written, or that was recorded earlier.
    ///
    /// - Parameter known: What its responses send, by their names, as far as it is known; a reply
    ///   that is the same as one of them brings nothing new.
    package init(
        extending set: ResponseSet, known: [String: Exchange.Outcome] = [:],
        keepsDelays: Bool = false
    ) {
        base = set
        (name, matcher, origin) = (set.name, set.matcher, set.origin)
        group = set.group
        self.known = known
        names = UniqueNames(taken: Set(set.responses.map(\.name)))
        self.keepsDelays = keepsDelays
    }

    /// Adds what came of a request; returns false if that changes nothing.
    ///
    /// - Parameter generation: How much the redactor knew when it was redacted.
    package mutating func add(_ exchange: Exchange, generation: Int = 0) -> Bool {
        request = request ?? exchange.request
        let outcome = exchange.outcome
        let found = response(with: outcome)
        let name = found ?? names.next(outcome.title)
        let target = exchange.request.target(in: matcher)
        if found == nil {
            places[OutcomeKey(outcome), default: []].append(responses.endIndex)
            let delay = keepsDelays ? exchange.duration.map { ResponseDelay.fixed($0) } : nil
            indices[name] = responses.endIndex
            responses.append(
                RecordedResponse(name: name, outcome: outcome, delay: delay, generation: generation)
            )
        }
        namesThatCame.insert(name)
        let own = turns[target ?? ""]
        if let target, let index = indices[name], !own.contains(where: { $0.name == name }) {
            responses[index].requests.append(target)
        }
        if own.last?.name == name {
            turns[target ?? ""][own.count - 1].count += 1
            return false
        }
        guard own.count < Self.mostTurns else { return found == nil }
        turns[target ?? ""].append(Turns.Turn(name: name, count: 1))
        // What a response of the set itself was recorded for is kept in a sequence alone.
        return found == nil || isInTurn || target != nil && own.isEmpty && indices[name] != nil
    }

    /// Redacts once more what was redacted when the redactor knew less.
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange
    ) rethrows {
        guard let request, responses.contains(where: { $0.generation < generation }) else { return }
        for index in responses.indices where responses[index].generation < generation {
            let exchange = try redact(
                Exchange(request, responses[index].outcome, date: Date(timeIntervalSince1970: 0)))
            responses[index].replaceOutcome(exchange.outcome, generation: generation)
        }
        places = Dictionary(grouping: responses.indices) { OutcomeKey(responses[$0].outcome) }
        // Also in what they were recorded for.
        var renamed: [String: String] = [:]
        for text in turns.requests where !text.isEmpty {
            let old = Exchange.Request(method: request.method, url: "https://host\(text)")
            let new = try redact(Exchange(old, .failure(.unknown), date: .distantPast)).request
            renamed[text] = RequestPattern.target(new.target ?? new.url)
        }
        turns = turns.renamed { renamed[$0] ?? $0 }
        for index in responses.indices {
            responses[index].requests = responses[index].requests.map { renamed[$0] ?? $0 }
        }
    }

    /// Notes what bodies are compared by, where that is not known.
    mutating func noteFingerprints(_ volatile: VolatilePaths) throws {
        for index in responses.indices { try responses[index].noteFingerprint(volatile) }
    }

    /// Returns the name of the response with an outcome; `nil` if there is none yet.
    package func response(with outcome: Exchange.Outcome) -> String? {
        let own = base?.responses.first {
            known[$0.name]?.isSame(as: outcome, ignoringFields: true) ?? false
        }
        if let own { return own.name }
        return places[OutcomeKey(outcome)]?.first { responses[$0].outcome.isSame(as: outcome) }
            .map { responses[$0].name }
    }

    /// Whether there is a sequence: several responses came, and not all of them were there before.
    var isInTurn: Bool { namesThatCame.count > 1 && !responses.isEmpty }

    /// The set, its bodies where they were recorded.
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
            group: group, responses: all, origin: origin)
        set.folderNotes = base?.folderNotes
        return set
    }
}
