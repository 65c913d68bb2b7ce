/// The place of a set in the order in which sets are asked: the highest is asked first.
package struct Precedence: Comparable, Sendable {
    /// The number of the call that registered the set.
    package let registration: Int
    /// The place among the sets of that call.
    private var place = 0

    /// Makes the place behind all sets of a registration.
    package init(behind registration: Int) {
        self.registration = registration
    }

    /// Returns the place that is asked so many places earlier.
    func raised(by places: Int) -> Precedence {
        var raised = self
        raised.place += places
        return raised
    }

    package static func < (left: Precedence, right: Precedence) -> Bool {
        (left.registration, left.place) < (right.registration, right.place)
    }
}

/// An element of an index, with its matcher.
protocol IndexedMatcher: AnyObject, Sendable {
    /// If several claim a request, the index finds the one with the highest precedence.
    var precedence: Precedence { get }
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
    /// - Parameter limit: The precedence that it must be below; `nil` means that any will do.
    func first(for request: BarricadeRequest, below limit: Precedence? = nil) -> Found? {
        let host = shapes.contains(where: \.shape.hasHost) ? request.target.host : ""
        let path = request.target.segments
        var best: Found?
        // By index, so that no dictionary is retained.
        for place in shapes.indices where shapes[place].shape.fits(path.count) {
            let key = shapes[place].shape.key(host, path)
            guard let items = shapes[place].buckets[key] else { continue }
            for item in items.reversed() {
                if let best, best.precedence > item.precedence { break }
                if let limit, item.precedence >= limit { continue }
                guard item.claims(request) else { continue }
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
