/// What an index finds for the requests that its matcher matches.
protocol IndexedMatcher: AnyObject, Sendable {
    /// Of several that claim a request, the one with the higher precedence is found.
    var precedence: Int { get }
    /// What the matcher cannot match without, one for each alternative.
    var anchors: [MatchAnchor] { get }

    /// Whether a request that has one of the anchors meets the matcher.
    func claims(_ request: BarricadeRequest) -> Bool
}

/// What requests must have for a matcher to match; `nil` if it does not say.
struct MatchAnchor: Sendable, Hashable {
    var host: String?
    var path: [PathPattern.Segment]?

    /// The way through the nodes: named segments are any segment, `**` ends the way.
    fileprivate var way: [PathPattern.Segment] {
        (path ?? [.any]).map { if case .value = $0 { .one } else { $0 } }
    }
}

/// Finds what answers a request without trying all matchers: by host, then path segments.
///
/// A matcher is filed under what it cannot match without: a host, the segments of its path up to
/// the first `**`, or, if it names neither, nothing; such matchers are tried one by one.
struct MatchIndex<Found: IndexedMatcher>: Sendable {
    private var hosts: [String: Node] = [:]
    private var anyHost = Node()

    mutating func insert(_ item: Found) {
        for anchor in item.anchors {
            if let host = anchor.host {
                Node.insert(item, into: &hosts[host, default: Node()], at: anchor.way[...])
            } else {
                Node.insert(item, into: &anyHost, at: anchor.way[...])
            }
        }
    }

    mutating func remove(_ item: Found) {
        for anchor in item.anchors {
            if let host = anchor.host {
                Node.remove(item, from: &hosts[host, default: Node()], at: anchor.way[...])
                if hosts[host]?.isEmpty == true { hosts[host] = nil }
            } else {
                Node.remove(item, from: &anyHost, at: anchor.way[...])
            }
        }
    }

    /// Returns the first one, in order of precedence, whose matcher the request meets.
    ///
    /// - Parameter limit: The precedence below which it has to be.
    func first(for request: BarricadeRequest, below limit: Int = .max) -> Found? {
        var best = Best(limit: limit)
        let segments = request.target.segments
        if !hosts.isEmpty, let node = hosts[request.target.host] {
            node.search(segments, from: 0, request, &best)
        }
        anyHost.search(segments, from: 0, request, &best)
        return best.found
    }
}

extension MatchIndex {
    /// The best one that a search has found so far.
    private struct Best {
        /// Those with this precedence, or a higher one, are not looked for.
        let limit: Int
        var found: Found?

        /// Takes one that goes before the best one and claims the request; true if those of lower
        /// precedence cannot be the best one any more.
        @discardableResult
        mutating func take(_ candidate: Found, for request: BarricadeRequest) -> Bool {
            if let found, found.precedence > candidate.precedence { return true }
            guard candidate.precedence < limit, candidate.claims(request) else { return false }
            found = candidate
            return true
        }

        /// Tries some of which the last has the highest precedence.
        mutating func takeLast(of candidates: [Found], for request: BarricadeRequest) {
            for candidate in candidates.reversed() where take(candidate, for: request) { return }
        }
    }

    /// What a path leads to: usually one item, or everything from there on.
    private enum Place {
        case leaf(Found)
        case node(Node)

        static func insert(
            _ item: Found, into place: inout Place?, at path: ArraySlice<PathPattern.Segment>
        ) {
            if place == nil, path.isEmpty {
                place = .leaf(item)
                return
            }
            var node = takeNode(from: &place)
            Node.insert(item, into: &node, at: path)
            place = .node(node)
        }

        /// Returns a place as a node, and empties it: a node is changed by its one owner.
        private static func takeNode(from place: inout Place?) -> Node {
            defer { place = nil }
            return switch place {
            case .node(let node): node
            case .leaf(let item): Node(ending: [item])
            case nil: Node()
            }
        }

        static func remove(
            _ item: Found, from place: inout Place?, at path: ArraySlice<PathPattern.Segment>
        ) {
            var node = takeNode(from: &place)
            Node.remove(item, from: &node, at: path)
            place = node.isEmpty ? nil : .node(node)
        }

        func search(
            _ path: PathSegments, from position: Int, _ request: BarricadeRequest,
            _ best: inout Best
        ) {
            switch self {
            case .node(let node):
                node.search(path, from: position, request, &best)
            case .leaf(let item):
                if position == path.endIndex { best.take(item, for: request) }
            }
        }
    }

    /// What literal segments lead to; the first is kept apart, since often there is no other.
    private struct Branches {
        private var first: (segment: String, place: Place)?
        private var others: [String: Place] = [:]

        var isEmpty: Bool { first == nil && others.isEmpty }

        subscript(segment: String) -> Place? {
            get {
                if let first, first.segment == segment { first.place } else { others[segment] }
            }
            _modify {
                guard isEmpty || first?.segment == segment else {
                    yield &others[segment]
                    return
                }
                // Taken out, so that it is changed in place.
                var place = first?.place
                first = nil
                defer { first = place.map { (segment, $0) } }
                yield &place
            }
        }
    }

    /// What stands at one place of the tree, as a value whose content is copied when it has to be.
    private final class Node: @unchecked Sendable {
        // Unchecked because of its variables: they change only while the index that is being changed
        // is the node's one owner. A class, so that a search passes by without copying anything.
        @exclusivity(unchecked) private var literals = Branches()
        @exclusivity(unchecked) private var wildcard: Place?
        /// The items whose path ends here, and those that leave the rest open; best last.
        @exclusivity(unchecked) private var ending: [Found]
        @exclusivity(unchecked) private var open: [Found] = []

        init(ending: [Found] = []) {
            self.ending = ending
        }

        private init(copying node: Node) {
            literals = node.literals
            wildcard = node.wildcard
            ending = node.ending
            open = node.open
        }

        var isEmpty: Bool {
            literals.isEmpty && wildcard == nil && ending.isEmpty && open.isEmpty
        }

        private static func own(_ node: inout Node) {
            if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
        }

        static func insert(
            _ item: Found, into node: inout Node, at path: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch path.first {
            case nil: insert(item, inOrderInto: &node.ending)
            case .any: insert(item, inOrderInto: &node.open)
            case .literal(let text):
                Place.insert(item, into: &node.literals[text], at: path.dropFirst())
            case .value, .one:
                Place.insert(item, into: &node.wildcard, at: path.dropFirst())
            }
        }

        private static func insert(_ item: Found, inOrderInto list: inout [Found]) {
            let after = list.lastIndex { $0.precedence < item.precedence }
            list.insert(item, at: after.map { $0 + 1 } ?? list.startIndex)
        }

        static func remove(
            _ item: Found, from node: inout Node, at path: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch path.first {
            case nil: node.ending.removeAll { $0 === item }
            case .any: node.open.removeAll { $0 === item }
            case .literal(let text):
                Place.remove(item, from: &node.literals[text], at: path.dropFirst())
            case .value, .one:
                Place.remove(item, from: &node.wildcard, at: path.dropFirst())
            }
        }

        /// Looks where the path leads first, since what is open may be many items and closures.
        func search(
            _ path: PathSegments, from position: Int, _ request: BarricadeRequest,
            _ best: inout Best
        ) {
            if position < path.endIndex {
                literals[path[position]]?.search(path, from: position + 1, request, &best)
                wildcard?.search(path, from: position + 1, request, &best)
            } else {
                best.takeLast(of: ending, for: request)
            }
            best.takeLast(of: open, for: request)
        }
    }
}

extension EndpointClause {
    fileprivate var anchor: MatchAnchor {
        var anchor = MatchAnchor()
        for clause in clauses {
            switch clause {
            case .host(let host) where !host.isSuffix: anchor.host = host.host
            case .path(let pattern): anchor.path = pattern.segments
            default: break
            }
        }
        return anchor
    }
}

extension Clause {
    /// What is left to check of a request that the index has led to the clause's set.
    var unsettled: [Clause] {
        guard case .endpoint(let endpoint) = self else { return [self] }
        return endpoint.clauses.filter { clause in
            // The way to the item was the path, unless the pattern leaves a part of it open.
            if case .path(let pattern) = clause { pattern.segments.contains(.any) } else { true }
        }
    }

    /// What requests must have for the clause to match, one anchor for each alternative.
    var anchors: [MatchAnchor] {
        switch self {
        case .host(let host) where !host.isSuffix:
            return [MatchAnchor(host: host.host)]
        case .path(let pattern):
            return [MatchAnchor(path: pattern.segments)]
        case .endpoint(let endpoint):
            return [endpoint.anchor]
        case .either(let clauses):
            let anchors = Set(clauses.flatMap(\.anchors))
            // With an alternative that names nothing, the others cannot narrow the search.
            return anchors.contains(MatchAnchor()) ? [MatchAnchor()] : Array(anchors)
        case .all(let clauses):
            return clauses.reduce([MatchAnchor()]) { anchors, clause in
                let more = clause.anchors
                guard more.count == 1 || anchors == [MatchAnchor()] else { return anchors }
                return anchors.flatMap { anchor in
                    more.map { .init(host: anchor.host ?? $0.host, path: anchor.path ?? $0.path) }
                }
            }
        default:
            return [MatchAnchor()]
        }
    }
}
