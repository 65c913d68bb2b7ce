import Barricade

/// The values that redaction dropped and replaced, by rule: names and places, never the values.
public struct RedactionReport: Sendable, Hashable {
    /// The rule by which a value was left out or replaced.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// Replaced, since its name is secret.
        case name = "by its name"
        /// Replaced, since it has the form of a secret, such as that of an e-mail address.
        case form = "by its form"
        /// Replaced, since it is random enough to be a key.
        case randomness = "since it is random"
        /// Replaced, since the reply hands out tokens.
        case tokenReply = "in a reply that hands out tokens"
        /// Replaced, since it is a secret at another place.
        case known = "since it is secret elsewhere"
        /// Left out, since no list of kept names has it.
        case dropped = "left out"
    }

    /// A place where values were changed.
    public struct Entry: Sendable, Hashable {
        public let rule: Rule
        /// The request: `POST https://api.example.com/login`, secrets left out.
        public let request: String
        /// The place: `header X-Request-Id`, `query item token`, `body $.user.email`, `URL`.
        public let place: String

        /// The request and the place, to order them by.
        fileprivate var title: String { request + " " + place }
    }

    /// The number of values at each place.
    public private(set) var counts: [Entry: Int] = [:]

    /// Returns the places where a rule changed something, by request and place.
    public func entries(_ rule: Rule) -> [Entry] {
        counts.keys.filter { $0.rule == rule }.ordered(by: \.title)
    }

    /// Returns the first of some, without ordering all, of which there may be very many.
    private static func first(_ most: Int, of entries: [Entry]) -> [Entry] {
        var first: [(title: String, entry: Entry)] = []
        for entry in entries {
            let title = entry.title
            if first.count == most, let last = first.last, title >= last.title { continue }
            first = Array((first + [(title, entry)]).ordered { $0.title }.prefix(most))
        }
        return first.map { $0.entry }
    }

    /// Returns the number of values that a rule changed.
    public func count(_ rule: Rule) -> Int {
        counts.reduce(0) { $0 + ($1.key.rule == rule ? $1.value : 0) }
    }

    /// A change by a pass through an exchange.
    typealias Note = (rule: Rule, place: String)

    mutating func add(_ notes: [Note], of request: String) {
        counts.reserveCapacity(counts.count + notes.count)
        for note in notes {
            counts[Entry(rule: note.rule, request: request, place: note.place), default: 0] += 1
        }
    }
}

extension RedactionReport: CustomStringConvertible {
    /// The number of values that each rule changed, one line for each place, at most 50, and what
    /// that means for playing back.
    public var description: String {
        let entries = Dictionary(grouping: counts.keys, by: \.rule)
        let parts = Rule.allCases.compactMap { rule -> String? in
            guard let entries = entries[rule] else { return nil }
            let kinds = rule == .dropped ? droppedKinds : nil
            let lines = (kinds ?? Self.first(50, of: entries).map(place)).prefix(50)
                .map { "  \($0)" }
            let more = (kinds?.count ?? entries.count) - lines.count
            let verb = rule == .dropped ? "" : "replaced "
            return
                (["\(count(rule)) \(verb)\(rule.rawValue):"] + lines
                + (more > 0 ? ["  and \(more) more places"] : [])).joined(separator: "\n")
        }
        if parts.isEmpty { return "Nothing was changed." }
        let isReplaced = entries.keys.contains { $0 != .dropped }
        let note =
            "Played back, a reply has the replacements, also of what its request held. "
            + "To keep a value, name its place: exceptions, or --keep."
        return (parts + (isReplaced ? [note] : [])).joined(separator: "\n\n")
    }

    /// Returns an entry in a line: `GET https://api.example.com/a: header Cookie (2 times)`.
    private func place(_ entry: Entry) -> String {
        let count = counts[entry] ?? 0
        return "\(entry.request.shortened): \(entry.place.shortened)"
            + (count > 1 ? " (\(count) times)" : "")
    }

    /// A line for each kind of place with what was left out: `header Age, Date and 22 more`.
    private var droppedKinds: [String] {
        var names: [String: Set<String>] = [:]
        for place in Set(counts.keys.lazy.filter { $0.rule == .dropped }.map(\.place)) {
            let end = place.lastIndex(of: " ") ?? place.startIndex
            names[String(place[..<end]), default: []].insert(String(place[end...].dropFirst()))
        }
        return names.orderedKeys.map { kind in
            let all = (names[kind] ?? []).sorted()
            let more = all.count > 12 ? " and \(all.count - 12) more" : ""
            return "\(kind) \(all.prefix(12).map(\.shortened).joined(separator: ", "))\(more)"
        }
    }
}
