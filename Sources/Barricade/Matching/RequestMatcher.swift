package import Foundation

/// A predicate over requests that can describe itself and explain why a request does not match.
///
/// Most matchers name a method and a path; combine them with `&&`, `||` and `!`:
///
/// ```swift
/// let profile: RequestMatcher = .get("/users/:id")
/// let search: RequestMatcher = .get("/search") && .query("page", "2")
/// let uploads: RequestMatcher = .any("https://*.example.com/v1/**") && !.header("X-Draft")
/// ```
///
/// Paths are compared segment by segment, without percent-encoding. In a pattern, `:name` binds one
/// segment, `*` is any one segment, and `**` is any number of segments. A trailing slash matters
/// only with ``trailingSlash``; a query matters only if the pattern or
/// ``query(_:_:)-(String,ValueExpectation)`` names its items. A pattern with a scheme and host
/// matches only those, and the port it names or else the scheme's default.
///
/// A pattern that cannot be read never matches; the barricade reports it when its set is
/// registered, ``Barricade/validate()`` lists it, and the error of an unmatched request names it
/// before sets that are far.
public struct RequestMatcher: Sendable {
    package let clause: any Clause

    package init(_ clause: any Clause) {
        self.clause = clause
    }

    /// Returns whether the request meets every clause.
    public func matches(_ request: BarricadeRequest) -> Bool {
        clause.matches(request)
    }

    /// Returns every clause that the request does not meet, in the order written; empty on a match.
    ///
    /// Among alternatives, it returns the clauses of the nearest.
    public func mismatches(with request: BarricadeRequest) -> [Mismatch] {
        comparison(with: request).mismatches
    }

    package func comparison(with request: BarricadeRequest) -> MatchComparison {
        let comparison = MatchComparison(request)
        comparison.compare(with: clause)
        return comparison
    }

    /// The unreadable parts of the matcher, each with the reason; usually empty.
    public var faults: [String] { clause.faults }

    /// Returns the matcher for requests below a base; patterns without a host are relative to it.
    ///
    /// - Parameter base: A URL or path without a query: `https://api.example.com/v1`.
    func below(_ base: String) -> RequestMatcher {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        guard !base.isEmpty else { return self }
        if base.contains("?") {
            return .unreadable(PatternFault("it has a query").sentence(about: "base URL", base))
        }
        return RequestMatcher(clause.placed(below: base))
    }
}

extension RequestMatcher: Equatable {
    public static func == (left: RequestMatcher, right: RequestMatcher) -> Bool {
        left.clause.isEqual(to: right.clause)
    }
}

extension RequestMatcher: CustomStringConvertible {
    /// The matcher in a few words: `GET /users/:id and query item page is 2`.
    public var description: String { clause.described(isMasked: false) }
}

/// A clause of a matcher that a request does not meet, with the wanted and the found value.
///
/// Secrets are masked, and each value is shortened to 200 characters.
public struct Mismatch: Sendable, Equatable {
    /// The wanted value: `path /v1/profile`, `query item page "2"`.
    ///
    /// The reason, if a pattern cannot be read.
    package let wants: String
    /// The found value: `/v1/profiles`, `"3"`, `none`; `nil` if a pattern cannot be read.
    package let got: String?
}

extension Mismatch {
    /// Makes the mismatch of a part that occurs once, shortened: `path /a`; an empty `got` means
    /// none.
    init(_ part: String, _ wanted: String, got: String) {
        self.init(wants: "\(part) \(wanted.shortened)", got: got.isEmpty ? "none" : got.shortened)
    }

    /// Makes the mismatch of a body, or says why the body cannot be read.
    init(bodyWith wants: String, _ mismatch: () throws(BarricadeError) -> Mismatch) {
        do {
            self = try mismatch()
        } catch {
            self.init(wants: wants, got: Self.phrase(for: error.message))
        }
    }

    /// Returns why a body cannot be read, as a noun phrase.
    private static func phrase(for message: String) -> String {
        if message == RequestBody.absence { return "no body" }
        return message.hasPrefix("body ")
            ? "a body that \(message.dropFirst("body ".count))"
            : "a body that cannot be read: \(message)"
    }
}

extension Mismatch: CustomStringConvertible {
    /// The mismatch in words: `wants path /v1/profile, got /v1/profiles`.
    public var description: String {
        guard let got else { return "never matches: \(wants)" }
        return "wants \(wants), got \(got)"
    }
}

/// A condition of a ``RequestMatcher``; each kind is a type of its own, in `Clauses`.
package protocol Clause: Sendable, Equatable {
    func matches(_ request: BarricadeRequest) -> Bool

    // MARK: Messages

    /// Returns the wanted and the found value, for a request that does not match.
    func mismatch(with request: BarricadeRequest) -> Mismatch
    /// Returns the clause in words.
    ///
    /// - Parameter isMasked: Whether to leave out header values and secrets.
    func described(isMasked: Bool) -> String

    // MARK: Distance

    /// Returns how far a request that it does not match is from a match.
    func distance(in comparison: MatchComparison) -> Double

    // MARK: Parts

    /// How it joins other clauses; `nil` for a condition of its own.
    var joint: ClauseJoint? { get }
    /// The clauses that it joins.
    var clauses: [any Clause] { get }
    /// The part of a request that it names; `nil` for all other conditions.
    var part: WantedPart? { get }
    /// Why it cannot be read and so never matches; usually `nil`.
    var fault: String? { get }
    /// Returns whether it is known to match every request that another clause matches; neither
    /// clause joins others.
    func coversPart(_ other: any Clause) -> Bool

    // MARK: URLs

    var place: ClausePlace { get }
    /// Returns the clause with its relative patterns below a base.
    func below(_ base: String) -> any Clause
}

/// The way in which a clause joins others.
package enum ClauseJoint {
    case and, or
}

/// A part of a request, as a clause wants it.
package enum WantedPart {
    case method(HTTP.Method)
    case url(String)
    case scheme(String)
    case host(HostClause)
    case port(Int)
    case path(PathClause)
    case trailingSlash
    case queryItem(ItemClause)
    /// The query with these items and no others.
    case query([ItemClause])
    case header(ItemClause)
    case body(Data)
    case json(JSONValue)

    /// The path's pattern; `nil` for other parts.
    fileprivate var pattern: [PathClause.Segment]? {
        if case .path(let path) = self { path.segments } else { nil }
    }

    /// The only host; `nil` if there may be others, or for other parts.
    fileprivate var host: String? {
        if case .host(let host) = self, !host.isSuffix { host.host } else { nil }
    }
}

/// The place in a URL that a clause names: none, one that is relative to a base, or one of its own.
package enum ClausePlace: Comparable {
    case none, relative, absolute
}

extension Clause {
    /// The mismatch of a clause that joins others; messages show theirs instead.
    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(wants: maskedDescription, got: "another")
    }

    package func distance(in comparison: MatchComparison) -> Double { 0.2 }
    package var joint: ClauseJoint? { nil }
    package var clauses: [any Clause] { [] }
    package var part: WantedPart? { nil }
    package var fault: String? { nil }
    package func coversPart(_ other: any Clause) -> Bool { isEqual(to: other) }
    package var place: ClausePlace { .none }
    package func below(_ base: String) -> any Clause { self }
}

extension Clause {
    func isEqual(to other: any Clause) -> Bool { other as? Self == self }

    /// The clause in words, without header values, and with secrets masked.
    package var maskedDescription: String { described(isMasked: true) }

    /// The reasons why it or a part cannot be read; a clause with one never matches.
    package var faults: [String] { fault.map { [$0] } ?? clauses.flatMap(\.faults) }

    /// The clauses to meet, for each alternative; of several "or" in an "and", only one is split.
    private var alternatives: [[any Clause]] {
        switch joint {
        case .or: clauses.flatMap(\.alternatives)
        case .and:
            clauses.reduce([[]]) { all, clause in
                let more = clause.alternatives
                if all.count > 1, more.count > 1 { return all.map { $0 + [clause] } }
                return all.flatMap { parts in more.map { parts + $0 } }
            }
        // Every path matches `/**`.
        case nil: part?.pattern == [.any] ? [[]] : [[self]]
        }
    }

    /// Returns whether it is known to match every request that another clause matches.
    ///
    /// False if that is unknown: closures, regular expressions and values are known to match the
    /// same only if they are equal.
    package func covers(_ other: any Clause) -> Bool {
        guard faults.isEmpty, other.faults.isEmpty else { return false }
        return other.alternatives.allSatisfy { given in
            alternatives.contains { wide in
                wide.allSatisfy { part in
                    given.contains { part.joint == nil ? part.coversPart($0) : part.covers($0) }
                }
            }
        }
    }

    /// The anchors that it requires, one for each alternative.
    var anchors: [MatchAnchor] {
        let anchors = alternatives.map { parts in
            var (host, path) = (String?.none, [PathClause.Segment]?.none)
            for part in parts.compactMap(\.part) {
                (host, path) = (host ?? part.host, path ?? part.pattern)
            }
            return MatchAnchor(host: host, path: path ?? [.any])
        }
        // If one alternative requires no anchor, the others cannot narrow the search.
        return anchors.contains(.none) ? [.none] : anchors
    }

    /// The names of segments in its patterns, in order.
    package var pathNames: [String] { part?.pattern?.names ?? clauses.flatMap(\.pathNames) }

    /// Returns the values of named segments in a request that matches.
    package func pathValues(in request: BarricadeRequest) -> [String: String] {
        if let pattern = part?.pattern { return pattern.values(in: request.target.segments) }
        var values: [String: String] = [:]
        for clause in clauses where joint == .and || clause.matches(request) {
            values.merge(clause.pathValues(in: request)) { first, _ in first }
            if joint == .or { break }
        }
        return values
    }

    /// Returns whether it or a part names a scheme.
    func names(scheme: String) -> Bool {
        switch part {
        case .scheme(let wanted): wanted == scheme
        case .url(let wanted): RequestTarget(wanted).scheme == scheme
        default: clauses.contains { $0.names(scheme: scheme) }
        }
    }

    /// Returns the clause for requests below a base only.
    func placed(below base: String) -> any Clause {
        let clause = below(base)
        guard place == .none else { return clause }
        let parts = clause.joint == .and ? clause.clauses : [clause]
        return JoinedClause(.and, [RequestMatcher.any("\(base)/**").clause] + parts)
    }
}

/// A comparison of a request with matchers: one evaluation finds what the request does not meet,
/// and how far it is from a match.
///
/// One comparison serves all matchers of a barricade, since it caches how much the request's host
/// and segments differ from those in patterns.
package final class MatchComparison {
    /// A clause without parts, and its distance from the request; `nil` if the request meets it.
    package struct Leaf {
        package let clause: any Clause
        let distance: Double?

        /// Returns the mismatch with the request; `nil` if it meets the clause.
        package func mismatch(with request: BarricadeRequest) -> Mismatch? {
            distance == nil ? nil : clause.mismatch(with: request)
        }
    }

    let request: BarricadeRequest
    /// The leaves so far, in order; among alternatives, those of the nearest.
    package private(set) var leaves: [Leaf] = []
    /// The sum of their distances; a mismatch does not hide later ones.
    private(set) var distance = 0.0
    /// The distance beyond which the rest does not matter.
    private var limit = Double.infinity
    /// The weight of the next query item that the request does not meet.
    var queryShare = 1.0
    private(set) lazy var hostDistance = EditDistance(from: request.target.host)
    // Not lazy, since a lazy one is copied with all that it caches at each change.
    var path: PathDistance

    package init(_ request: BarricadeRequest) {
        self.request = request
        path = PathDistance(from: request.target.segments)
    }

    /// Compares the request with a clause.
    ///
    /// - Parameter limit: If the distance is at least as much, it may be any such value, and leaves
    ///   may be missing.
    package func compare(with clause: any Clause, limit: Double = .infinity) {
        leaves.removeAll(keepingCapacity: true)
        (distance, self.limit, queryShare) = (0, limit, 1)
        add(clause)
    }

    var mismatches: [Mismatch] { leaves.compactMap { $0.mismatch(with: request) } }

    /// The distance that may still be added before the limit.
    var rest: Double { limit - distance }

    private func add(_ clause: any Clause) {
        switch clause.joint {
        case .and: for part in clause.clauses where rest >= 0 { add(part) }
        case .or: addNearest(of: clause.clauses)
        case nil:
            let distance = clause.matches(request) ? nil : clause.distance(in: self)
            leaves.append(Leaf(clause: clause, distance: distance))
            self.distance += distance ?? 0
        }
    }

    /// Adds the leaves of the nearest clause, the first of equally near ones.
    private func addNearest(of clauses: [any Clause]) {
        let outer = (leaves: leaves, distance: distance, share: queryShare)
        var nearest: (leaves: [Leaf], distance: Double)?
        for clause in clauses {
            (leaves, distance, queryShare) = ([], 0, 1)
            add(clause)
            if distance < nearest?.distance ?? .infinity { nearest = (leaves, distance) }
        }
        leaves = outer.leaves + (nearest?.leaves ?? [])
        distance = outer.distance + (nearest?.distance ?? 0)
        queryShare = outer.share
    }
}

/// The distance of a path from patterns; it caches how much its segments differ from those in them.
struct PathDistance {
    /// The most segments of a path to compare; each further one counts as missing.
    private static let limit = 64

    private let count: Int
    private let segments: [String]
    private let distances: [EditDistance]
    /// How much the path's segments differ from a literal.
    private var differences: [String: [Double]] = [:]
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
        let differences: [Double]? =
            if case .literal(let text) = segment { self.differences(from: text) } else { nil }
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

    private mutating func differences(from literal: String) -> [Double] {
        if let known = differences[literal] { return known }
        let found = zip(segments, distances).map { text, distance in
            // A difference only in case still counts.
            literal == text ? 0 : max(distance.fraction(to: literal), 0.05)
        }
        differences[literal] = found
        return found
    }
}

/// An element of an index, with its matcher.
protocol IndexedMatcher: AnyObject, Sendable {
    /// If several claim a request, the index finds the one with the highest precedence.
    var precedence: Int { get }
    /// The anchors that the matcher requires, one for each alternative.
    var anchors: [MatchAnchor] { get }

    /// Returns whether a request meets the matcher.
    func claims(_ request: BarricadeRequest) -> Bool
}

/// The host and path that a matcher requires of requests, as an index finds them.
struct MatchAnchor: Equatable {
    fileprivate let shape: MatchShape
    /// The hash of the literal parts.
    fileprivate let key: Int

    init(host: String?, path: [PathClause.Segment]) {
        shape = MatchShape(hasHost: host != nil, path)
        key = shape.key(
            host ?? "", path.map { if case .literal(let text) = $0 { text } else { "" } })
    }

    /// The anchor of a matcher that requires neither.
    static let none = MatchAnchor(host: nil, path: [.any])
}

/// An index that finds the matcher for a request without trying all.
///
/// Matchers of one shape, such as `/users/:id`, are found by a hash of their literal parts. So the
/// cost grows with the number of shapes, not of matchers.
struct MatchIndex<Found: IndexedMatcher>: Sendable {
    private var shapes: [(shape: MatchShape, buckets: [Int: [Found]])] = []

    mutating func insert(_ item: Found) {
        for anchor in item.anchors {
            let place = shapes.firstIndex { $0.shape == anchor.shape } ?? shapes.endIndex
            if place == shapes.endIndex { shapes.append((anchor.shape, [:])) }
            shapes[place].buckets[anchor.key, default: []].insert(inOrder: item)
        }
    }

    mutating func remove(_ item: Found) {
        for anchor in item.anchors {
            let (shape, key) = (anchor.shape, anchor.key)
            guard let place = shapes.firstIndex(where: { $0.shape == shape }) else { continue }
            shapes[place].buckets[key]?.removeAll { $0 === item }
            if shapes[place].buckets[key]?.isEmpty ?? true { shapes[place].buckets[key] = nil }
            if shapes[place].buckets.isEmpty { shapes.remove(at: place) }
        }
    }

    /// Returns the element with the highest precedence whose matcher the request meets.
    ///
    /// - Parameter limit: The precedence that it must be below.
    func first(for request: BarricadeRequest, below limit: Int = .max) -> Found? {
        let host = shapes.contains(where: \.shape.hasHost) ? request.target.host : ""
        let path = request.target.segments
        var best: Found?
        // By index, so that no dictionary is retained.
        for place in shapes.indices where shapes[place].shape.fits(path.count) {
            let key = shapes[place].shape.key(host, path)
            guard let items = shapes[place].buckets[key] else { continue }
            for item in items.reversed() {
                if let best, best.precedence > item.precedence { break }
                guard item.precedence < limit, item.claims(request) else { continue }
                best = item
                break
            }
        }
        return best
    }
}

extension Array where Element: IndexedMatcher {
    /// Inserts an element in ascending order of precedence, unless it is there already.
    fileprivate mutating func insert(inOrder item: Element) {
        let place = lastIndex { $0.precedence < item.precedence }.map { $0 + 1 } ?? 0
        if place == count || self[place] !== item { insert(item, at: place) }
    }
}

/// The parts of a URL that are literal in an anchor.
private struct MatchShape: Equatable {
    let hasHost: Bool
    private let count: Int
    /// Whether more segments may follow.
    private let isOpen: Bool
    /// The bits of literal segments.
    private let literals: UInt64

    init(hasHost: Bool, _ path: [PathClause.Segment]) {
        self.hasHost = hasHost
        let fixed = path.prefix(64).prefix { $0 != .any }
        count = fixed.count
        isOpen = fixed.count < path.count
        literals = fixed.enumerated().reduce(0) { bits, segment in
            if case .literal = segment.element { bits | 1 << UInt64(segment.offset) } else { bits }
        }
    }

    func fits(_ count: Int) -> Bool { isOpen ? count >= self.count : count == self.count }

    /// Returns the hash of the literal parts.
    func key(_ host: String, _ path: [String]) -> Int {
        var hasher = Hasher()
        if hasHost { hasher.combine(host) }
        for (offset, segment) in path.prefix(count).enumerated()
        where literals & 1 << UInt64(offset) != 0 { hasher.combine(segment) }
        return hasher.finalize()
    }
}
