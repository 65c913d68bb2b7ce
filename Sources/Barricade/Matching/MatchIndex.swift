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
            let index = shapes.firstIndex { $0.shape == anchor.shape } ?? shapes.endIndex
            if index == shapes.endIndex { shapes.append((anchor.shape, [:])) }
            shapes[index].buckets[anchor.key, default: []].insert(inOrder: item)
        }
    }

    mutating func remove(_ item: Found) {
        for anchor in item.anchors {
            let (shape, key) = (anchor.shape, anchor.key)
            guard let index = shapes.firstIndex(where: { $0.shape == shape }) else { continue }
            shapes[index].buckets[key]?.removeAll { $0 === item }
            if shapes[index].buckets[key]?.isEmpty ?? true { shapes[index].buckets[key] = nil }
            if shapes[index].buckets.isEmpty { shapes.remove(at: index) }
        }
    }

    /// Returns the element with the highest precedence whose matcher the request meets.
    ///
    /// - Parameter limit: The precedence that it must be below; `nil` means that any will do.
    func first(for request: BarricadeRequest, below limit: Precedence? = nil) -> Found? {
        var host: String?
        let path = request.target.segments
        var best: Found?
        // By index, so that no dictionary is retained.
        for index in 0..<shapes.count where shapes[index].shape.fits(path.count) {
            if shapes[index].shape.hasHost, host == nil { host = request.target.host }
            let key = shapes[index].shape.key(host ?? "", path)
            guard let items = shapes[index].buckets[key] else { continue }
            var place = items.count
            while place > 0 {
                place -= 1
                let item = items[place]
                if let best, best.precedence > item.precedence { break }
                if let limit, item.precedence >= limit { continue }
                guard item.claims(request) else { continue }
                best = item
                break
            }
        }
        return best
    }

    /// Returns those that may claim all requests to a target.
    func candidates(for target: (host: String, path: [String])) -> [Found] {
        shapes.filter { $0.shape.fits(target.path.count) }
            .flatMap { $0.buckets[$0.shape.key(target.host, target.path)] ?? [] }
    }
}

extension Array where Element: IndexedMatcher {
    /// Inserts an element in ascending order of precedence, unless it is there already.
    fileprivate mutating func insert(inOrder item: Element) {
        let index = lastIndex { $0.precedence < item.precedence }.map { $0 + 1 } ?? 0
        if index == count || self[index] !== item { insert(item, at: index) }
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
        var (count, literals): (Int, UInt64) = (0, 0)
        while count < min(path.count, 64), path[count] != .any {
            if case .literal = path[count] { literals |= 1 << UInt64(count) }
            count += 1
        }
        isOpen = count < path.count
        (self.count, self.literals) = (count, literals)
    }

    func fits(_ count: Int) -> Bool { isOpen ? count >= self.count : count == self.count }

    /// Returns the hash of the literal parts.
    func key(_ host: String, _ path: [String]) -> Int {
        var hasher = Hasher()
        if hasHost { hasher.combine(host) }
        // By index, which takes half as long in a debug build.
        var offset = 0
        while offset < count {
            if literals & 1 << UInt64(offset) != 0 { hasher.combine(path[offset]) }
            offset += 1
        }
        return hasher.finalize()
    }
}
