/// An element of an index, with its matcher.
protocol IndexedMatcher: AnyObject, Sendable {
    /// If several claim a request, the index finds the one with the highest precedence.
    var precedence: Int { get }
    /// The anchors that the matcher requires, one for each alternative.
    var anchors: [MatchAnchor] { get }

    /// Returns whether a request that has one of the anchors meets the matcher.
    func claims(_ request: BarricadeRequest) -> Bool
}

/// The host and path that a matcher requires of requests; `nil` if it requires none.
struct MatchAnchor: Sendable, Hashable {
    var host: String?
    package var path: [PathPattern.Segment]?

    /// The path through the nodes: named segments are any segment, and `**` ends the path.
    fileprivate var way: [PathPattern.Segment] {
        (path ?? [.any]).map { if case .value = $0 { .one } else { $0 } }
    }
}

/// An index that finds the matcher for a request without trying all: by host, then path segments.
///
/// A matcher is filed under its host and the segments of its path up to the first `**`. Matchers
/// that name neither are tried one by one.
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

    /// Returns the element with the highest precedence whose matcher the request meets.
    ///
    /// - Parameter limit: The precedence that it must be below.
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
    /// The best element that a search has found so far.
    private struct Best {
        /// The search skips elements with this precedence or a higher one.
        let limit: Int
        var found: Found?

        /// Takes an element that claims the request and beats the best one; returns true if no
        /// element of lower precedence can win.
        @discardableResult
        mutating func take(_ candidate: Found, for request: BarricadeRequest) -> Bool {
            if let found, found.precedence > candidate.precedence { return true }
            guard candidate.precedence < limit, candidate.claims(request) else { return false }
            found = candidate
            return true
        }

        /// Tries elements in ascending order of precedence, last one first.
        mutating func takeLast(of candidates: [Found], for request: BarricadeRequest) {
            for candidate in candidates.reversed() where take(candidate, for: request) { return }
        }
    }

    /// The target of a path: usually one item, or everything below.
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

        /// Takes a place out as a node, so that the node has one owner and can be changed.
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

    /// The targets of literal segments; the first is kept apart, since it is often the only one.
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
                // Removed first, so that it is changed in place.
                var place = first?.place
                first = nil
                defer { first = place.map { (segment, $0) } }
                yield &place
            }
        }
    }

    /// A place of the tree, with copy-on-write content.
    private final class Node: @unchecked Sendable {
        // Unchecked because of its variables: they change only while the index that is being
        // changed is the node's only owner. A class, so that a search copies nothing.
        @exclusivity(unchecked) private var literals = Branches()
        @exclusivity(unchecked) private var wildcard: Place?
        /// The items whose path ends here, and those with an open rest; best last.
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

        /// Follows the path first, since the open items may be many, with closures.
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
    /// The rest of the clause, to check for a request that the index has found.
    var unsettled: [Clause] {
        guard case .endpoint(let endpoint) = self else { return [self] }
        return endpoint.clauses.filter { clause in
            // The index has checked the path, unless the pattern leaves a part of it open.
            if case .path(let pattern) = clause { pattern.segments.contains(.any) } else { true }
        }
    }

    /// The anchors that the clause requires, one for each alternative.
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
            // If one alternative requires no anchor, the others cannot narrow the search.
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
