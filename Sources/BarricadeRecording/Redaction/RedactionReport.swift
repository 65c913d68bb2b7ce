import Barricade

/// What redaction dropped, replaced and suspects: names and places, never values.
public struct RedactionReport: Sendable, Hashable {
    /// What became of a value.
    public enum Change: String, Sendable, Hashable {
        /// Left out, such as a header field that is not on the list.
        case dropped
        /// A secret, for which something else stands now.
        case replaced
        /// Kept, though it looks random enough to be a secret.
        case suspected
    }

    /// A place where values were changed or suspected.
    public struct Entry: Sendable, Hashable {
        public let change: Change
        /// The request: `POST https://api.example.com/login`, secrets left out.
        public let request: String
        /// The place: `header X-Request-Id`, `query item token`, `body $.user.email`.
        public let place: String
    }

    /// The number of values at each place.
    public private(set) var counts: [Entry: Int] = [:]

    /// Returns the places with a change, by request and place.
    public func entries(_ change: Change) -> [Entry] {
        counts.keys.filter { $0.change == change }.ordered { "\($0.request) \($0.place)" }
    }

    mutating func add(_ entry: Entry, count: Int = 1) {
        counts[entry, default: 0] += count
    }

    mutating func add(_ other: RedactionReport) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }
}

extension RedactionReport: CustomStringConvertible {
    /// One line for each place, by what became of the values; at most 50 of each.
    public var description: String {
        let parts = [Change.replaced, .suspected, .dropped].compactMap { change -> String? in
            let entries = entries(change)
            guard !entries.isEmpty else { return nil }
            let lines = entries.prefix(50).map { entry in
                let count = counts[entry].map { $0 > 1 ? " (\($0) times)" : "" } ?? ""
                return "  \(entry.request.shortened): \(entry.place.shortened)\(count)"
            }
            let more = entries.count - lines.count
            return ([change.title] + lines + (more > 0 ? ["  and \(more) more"] : []))
                .joined(separator: "\n")
        }
        return parts.isEmpty ? "Nothing was changed." : parts.joined(separator: "\n\n")
    }
}

extension RedactionReport.Change {
    fileprivate var title: String {
        switch self {
        case .dropped: "Dropped:"
        case .replaced: "Replaced:"
        case .suspected: "Kept, but it looks random; name it in the rules if it is secret:"
        }
    }
}
