/// A comparison of a request with matchers: one evaluation finds what the request does not meet,
/// and how far it is from a match.
///
/// One comparison serves all matchers of a barricade, since it caches how much the request's host
/// and segments differ from those in patterns.
package final class MatchComparison {
    /// A clause without parts, and its distance from the request; `nil` if the request meets it.
    package struct Leaf {
        let clause: any MatchingClause
        let distance: Double?

        /// The clause in words.
        package var words: String { clause.maskedDescription }

        /// Returns the mismatch with the request; `nil` if it meets the clause.
        package func mismatch(with request: BarricadeRequest) -> Mismatch? {
            distance == nil ? nil : clause.mismatch(with: request)
        }
    }

    let request: BarricadeRequest
    /// The leaves so far, in order; among alternatives, those of the nearest.
    package private(set) var leaves: [Leaf] = []
    /// Other alternatives that are almost as near.
    private(set) var others: [any MatchingClause] = []
    /// The sum of their distances; a mismatch does not hide later ones.
    private(set) var distance = 0.0
    /// The distance beyond which the rest does not matter.
    private var limit = Double.infinity
    /// The weight of the next query item that the request does not meet.
    private var queryShare = 1.0
    private(set) lazy var hostDistance = EditDistance(from: request.target.host)
    // Not lazy, since a lazy one is copied with all that it caches at each change.
    var path: PathDistance

    init(_ request: BarricadeRequest) {
        self.request = request
        path = PathDistance(from: request.target.segments)
    }

    /// Compares the request with a clause.
    ///
    /// - Parameter limit: If the distance is at least as much, it may be any such value, and leaves
    ///   may be missing.
    func compare(with clause: any MatchingClause, limit: Double = .infinity) {
        leaves.removeAll(keepingCapacity: true)
        others = []
        (distance, self.limit, queryShare) = (0, limit, 1)
        add(clause)
    }

    var mismatches: [Mismatch] { leaves.compactMap { $0.mismatch(with: request) } }

    /// The distance that may still be added before the limit.
    var rest: Double { limit - distance }

    /// Returns the distance of the next query item that the request does not meet.
    func distance(ofMissingItem isMissing: Bool) -> Double {
        defer { queryShare /= 3 }
        return queryShare * (isMissing ? Distance.missingQueryItem : Distance.queryItem)
    }

    private func add(_ clause: any MatchingClause) {
        switch clause.joint {
        case .and: for part in clause.members where rest >= 0 { add(part) }
        case .or: addNearest(of: clause.choices)
        case nil:
            let distance = clause.matches(request) ? nil : clause.distance(in: self)
            leaves.append(Leaf(clause: clause, distance: distance))
            self.distance += distance ?? 0
        }
    }

    /// Adds the leaves of the nearest clause, the first of equally near ones.
    private func addNearest(of clauses: [any MatchingClause]) {
        let outer = (leaves: leaves, distance: distance, share: queryShare)
        let compared = clauses.map { clause in
            (leaves, distance, queryShare) = ([], 0, 1)
            add(clause)
            return (clause: clause, leaves: leaves, distance: distance)
        }.ordered(by: \.distance)
        guard let nearest = compared.first else { return }
        leaves = outer.leaves + nearest.leaves
        distance = outer.distance + nearest.distance
        queryShare = outer.share
        if nearest.distance == 0 { return }
        others += compared.dropFirst().prefix { $0.distance <= nearest.distance * 1.5 }
            .map(\.clause)
    }
}

/// How far a request is from a match, by the part that differs; distances of several parts add up.
enum Distance {
    static let trailingSlash = 0.1
    /// An item of the query with another value; each further one counts a third of the one before.
    static let queryItem = 0.12
    static let missingQueryItem = 0.15
    /// A header field, a part of the body, an unreadable pattern.
    static let part = 0.2
    /// More than a part: a set for the endpoint that wants a field is nearer than its neighbour.
    static let method = 0.21
    static let port = 0.2
    /// A path with one misspelt segment is at most as far.
    static let similarPath = 0.2
    static let scheme = 0.3
    /// An operation of GraphQL: operations of one server differ only in their name.
    static func operation(_ difference: Double) -> Double { 0.1 + 0.2 * difference }
    /// A clause that cannot be measured: a closure, or one that must not match.
    static let condition = 0.5
    static func host(_ difference: Double) -> Double { 0.6 * difference }
    /// A whole URL, or a regular expression.
    static let text = 0.7
    /// The least difference of a segment: in case only.
    static let segment = 0.05
}

/// The distance of a path from patterns; it caches how much its segments differ from those in them.
struct PathDistance {
    /// The most segments of a path to compare; each further one counts as missing.
    private static let limit = 64

    private let count: Int
    private let segments: [String]
    private let distances: [EditDistance]
    /// How much the path's segments differ from one in a pattern.
    private var differences: [PathClause.Segment: [Double]] = [:]
    /// The distances of the path's beginnings from that of a pattern.
    private var row: [Double] = []

    init(from path: [String]) {
        count = path.count
        segments = Array(path.prefix(Self.limit))
        distances = segments.map { EditDistance(from: $0) }
    }

    /// Returns how far the path is from a pattern that it does not match, less than 1.
    ///
    /// - Parameter limit: If the distance is more, it may be any such value.
    mutating func distance(to pattern: [PathClause.Segment], limit: Double) -> Double {
        let isOpen = pattern.contains(.any)
        // A quick check, which rules out most sets of a large barricade.
        let missing = share(of: Double(abs(pattern.count - count)))
        if !isOpen, missing > limit { return missing }
        row.removeAll(keepingCapacity: true)
        for column in 0...segments.count { row.append(Double(column)) }
        for segment in pattern {
            add(segment)
            if let least = row.min(), share(of: least) > limit { return share(of: least) }
        }
        return share(of: row[segments.count] + (isOpen ? 0 : Double(count - segments.count)))
    }

    private func share(of steps: Double) -> Double { steps / (steps + 2) }

    /// Adds a segment to the pattern: a similar one counts by its characters, a missing one as 1.
    private mutating func add(_ segment: PathClause.Segment) {
        let differences = differences(from: segment)
        let step: Double = segment == .any ? 0 : 1
        var diagonal = row[0]
        row[0] += step
        for column in segments.indices {
            let above = row[column + 1]
            let replaced = segment == .any ? above : diagonal + (differences?[column] ?? 0)
            row[column + 1] = min(above + step, row[column] + step, replaced)
            diagonal = above
        }
    }

    /// Returns how much the path's segments differ from one that is not open to all; `nil` if it is.
    private mutating func differences(from segment: PathClause.Segment) -> [Double]? {
        if let known = differences[segment] { return known }
        guard let literal = segment.text else { return nil }
        let found = zip(segments, distances).map { text, distance in
            // A difference only in case still counts.
            segment.accepts(text) ? 0 : max(distance.fraction(to: literal), Distance.segment)
        }
        differences[segment] = found
        return found
    }
}
