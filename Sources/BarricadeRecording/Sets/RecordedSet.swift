package import Barricade
import BarricadeFolder
import Foundation

/// The responses recorded for the requests of one set, each once, and the order in which they came.
package struct RecordedSet: Sendable {
    /// The name of the response that answers in the order in which the replies came.
    package static let sequenceName = "As Recorded"

    /// The most changes from one response to another that the sequence has.
    private static let mostTurns = 100

    /// One response, by its name, some times in a row.
    private struct Turn {
        let name: String
        var count: Int
    }

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
    private var turns: [Turn] = []
    /// The places of the responses that may be equal.
    private var places: [OutcomeKey: [Int]] = [:]
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
        if found == nil {
            places[OutcomeKey(outcome), default: []].append(responses.endIndex)
            let delay = keepsDelays ? exchange.duration.map { ResponseDelay.fixed($0) } : nil
            responses.append(
                RecordedResponse(
                    name: name, outcome: outcome, delay: delay,
                    place: exchange.request.place(in: matcher), generation: generation))
        }
        if let last = turns.indices.last, turns[last].name == name {
            turns[last].count += 1
            // The last response of a sequence answers all further requests anyway.
            return false
        }
        guard turns.count < Self.mostTurns else { return found == nil }
        turns.append(Turn(name: name, count: 1))
        return found == nil || isInTurn
    }

    /// Redacts once more what was redacted when the redactor knew less.
    mutating func redact(
        knowing generation: Int, _ redact: (Exchange) throws -> Exchange
    ) rethrows {
        guard let request else { return }
        for index in responses.indices where responses[index].generation < generation {
            let exchange = try redact(
                Exchange(request, responses[index].outcome, date: Date(timeIntervalSince1970: 0)))
            responses[index].replaceOutcome(exchange.outcome, generation: generation)
        }
        places = Dictionary(grouping: responses.indices) { OutcomeKey(responses[$0].outcome) }
    }

    /// Notes what bodies are compared by, where that is not known.
    mutating func noteFingerprints(_ volatile: VolatilePaths) throws {
        for index in responses.indices { try responses[index].noteFingerprint(volatile) }
    }

    /// Returns the name of the response with an outcome; `nil` if there is none yet.
    package func response(with outcome: Exchange.Outcome) -> String? {
        let own = base?.responses.first { known[$0.name]?.isLike(outcome) ?? false }
        if let own { return own.name }
        return places[OutcomeKey(outcome)]?.first { responses[$0].outcome.isSame(as: outcome) }
            .map { responses[$0].name }
    }

    /// The names of the responses that came.
    var namesThatCame: Set<String> { Set(turns.map(\.name)) }

    /// Whether there is a sequence: several responses came, and not all of them were there before.
    var isInTurn: Bool { turns.count > 1 && !responses.isEmpty }

    /// The set, its bodies where they were recorded.
    package var responseSet: ResponseSet { responseSet { $0.canned() } }

    /// Returns the set of canned responses that a closure makes.
    package func responseSet(
        files: FileLocation? = nil, canned: (RecordedResponse) throws -> CannedResponse
    ) rethrows -> ResponseSet {
        let recorded = try responses.map(canned)
        let own = base?.responses.filter { $0.name != Self.sequenceName } ?? []
        let all = own + recorded + (isInTurn ? [sequence(of: own + recorded)] : [])
        let usual = base == nil ? (isInTurn ? Self.sequenceName : nil) : base?.defaultResponse
        var set = ResponseSet(
            name, on: matcher, default: usual, delay: base?.delay, files: files ?? base?.files,
            group: group, responses: all, origin: origin)
        set.folderNotes = base?.folderNotes
        return set
    }

    /// Returns the sequence in which the replies came.
    ///
    /// - Parameter responses: The responses of the set, perhaps under other names.
    func sequence(
        of responses: [CannedResponse], name: (String) -> String = { $0 }
    ) -> CannedResponse {
        let elements = turns.enumerated().compactMap { place, turn -> CannedResponse? in
            let name = name(turn.name)
            guard var element = responses.first(where: { $0.name == name }) else { return nil }
            element.recordedMark = nil
            let isLast = place == turns.count - 1
            return turn.count == 1 || isLast ? element : element.times(turn.count)
        }
        return .sequence(Self.sequenceName) { elements }
    }
}
