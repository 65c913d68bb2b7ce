/// Finds the set that answers a request without trying them all: by host, then path segments.
///
/// A matcher is filed under what it cannot match without: a host, the segments of its path up to
/// the first `**`, or, for one that names neither, nothing; such sets are tried one by one.
struct MatchIndex: Sendable {
    private var hosts: [String: Node] = [:]
    private var anyHost = Node()

    mutating func insert(_ set: RegisteredSet) {
        for anchor in set.anchors {
            if let host = anchor.host {
                Node.insert(set, into: &hosts[host, default: Node()], at: anchor.way[...])
            } else {
                Node.insert(set, into: &anyHost, at: anchor.way[...])
            }
        }
    }

    mutating func remove(_ set: RegisteredSet) {
        for anchor in set.anchors {
            if let host = anchor.host {
                Node.remove(set, from: &hosts[host, default: Node()], at: anchor.way[...])
                if hosts[host]?.isEmpty == true { hosts[host] = nil }
            } else {
                Node.remove(set, from: &anyHost, at: anchor.way[...])
            }
        }
    }

    /// Returns the first set, in order of precedence, whose matcher the request meets.
    func first(for request: BarricadeRequest) -> RegisteredSet? {
        var best: RegisteredSet?
        let segments = request.target.segments
        if !hosts.isEmpty, let node = hosts[request.target.host] {
            node.search(segments, from: 0, request, &best)
        }
        anyHost.search(segments, from: 0, request, &best)
        return best
    }
}

extension MatchIndex {
    /// What requests must have for a matcher to match; `nil` where it does not say.
    struct Anchor: Sendable, Hashable {
        var host: String?
        var path: [PathPattern.Segment]?

        /// The way through the nodes: named segments are any segment, `**` ends the way.
        var way: [PathPattern.Segment] {
            (path ?? [.any]).map { if case .value = $0 { .one } else { $0 } }
        }
    }

    /// What a path leads to: usually one set, or everything from there on.
    private enum Place {
        case set(RegisteredSet)
        case node(Node)

        static func insert(
            _ set: RegisteredSet, into place: inout Place?, at path: ArraySlice<PathPattern.Segment>
        ) {
            if place == nil, path.isEmpty {
                place = .set(set)
                return
            }
            var node = takeNode(from: &place)
            Node.insert(set, into: &node, at: path)
            place = .node(node)
        }

        /// Returns a place as a node, and empties it: a node is changed by its one owner.
        private static func takeNode(from place: inout Place?) -> Node {
            defer { place = nil }
            return switch place {
            case .node(let node): node
            case .set(let set): Node(ending: [set])
            case nil: Node()
            }
        }

        static func remove(
            _ set: RegisteredSet, from place: inout Place?, at path: ArraySlice<PathPattern.Segment>
        ) {
            var node = takeNode(from: &place)
            Node.remove(set, from: &node, at: path)
            place = node.isEmpty ? nil : .node(node)
        }

        func search(
            _ path: PathSegments, from position: Int, _ request: BarricadeRequest,
            _ best: inout RegisteredSet?
        ) {
            switch self {
            case .node(let node):
                node.search(path, from: position, request, &best)
            case .set(let set):
                if position == path.endIndex { set.settles(request, &best) }
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
        /// The sets whose path ends here, and those that leave the rest open; best last.
        @exclusivity(unchecked) private var ending: [RegisteredSet]
        @exclusivity(unchecked) private var open: [RegisteredSet] = []

        init(ending: [RegisteredSet] = []) {
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
            _ set: RegisteredSet, into node: inout Node, at path: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch path.first {
            case nil: node.ending.insert(inOrder: set)
            case .any: node.open.insert(inOrder: set)
            case .literal(let text):
                Place.insert(set, into: &node.literals[text], at: path.dropFirst())
            case .value, .one:
                Place.insert(set, into: &node.wildcard, at: path.dropFirst())
            }
        }

        static func remove(
            _ set: RegisteredSet, from node: inout Node, at path: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch path.first {
            case nil: node.ending.removeAll { $0 === set }
            case .any: node.open.removeAll { $0 === set }
            case .literal(let text):
                Place.remove(set, from: &node.literals[text], at: path.dropFirst())
            case .value, .one:
                Place.remove(set, from: &node.wildcard, at: path.dropFirst())
            }
        }

        /// Looks where the path leads first, since what is open may be many sets and closures.
        func search(
            _ path: PathSegments, from position: Int, _ request: BarricadeRequest,
            _ best: inout RegisteredSet?
        ) {
            if position < path.endIndex {
                literals[path[position]]?.search(path, from: position + 1, request, &best)
                wildcard?.search(path, from: position + 1, request, &best)
            } else {
                ending.search(request, &best)
            }
            open.search(request, &best)
        }
    }
}

extension RegisteredSet {
    /// Becomes the best one if it goes before that and claims the request; true where those behind
    /// it cannot do so any more.
    @discardableResult
    fileprivate func settles(_ request: BarricadeRequest, _ best: inout RegisteredSet?) -> Bool {
        if let best, best.precedence > precedence { return true }
        guard claims(request) else { return false }
        best = self
        return true
    }
}

extension [RegisteredSet] {
    fileprivate mutating func insert(inOrder set: RegisteredSet) {
        let after = lastIndex { $0.precedence < set.precedence }
        insert(set, at: after.map { $0 + 1 } ?? startIndex)
    }

    fileprivate func search(_ request: BarricadeRequest, _ best: inout RegisteredSet?) {
        for set in reversed() where set.settles(request, &best) { return }
    }
}

extension EndpointClause {
    fileprivate var anchor: MatchIndex.Anchor {
        var anchor = MatchIndex.Anchor()
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
            // The way to the set was the path, unless the pattern leaves a part of it open.
            if case .path(let pattern) = clause { pattern.segments.contains(.any) } else { true }
        }
    }

    /// What requests must have for the clause to match, one anchor for each alternative.
    var anchors: [MatchIndex.Anchor] {
        switch self {
        case .host(let host) where !host.isSuffix:
            return [MatchIndex.Anchor(host: host.host)]
        case .path(let pattern):
            return [MatchIndex.Anchor(path: pattern.segments)]
        case .endpoint(let endpoint):
            return [endpoint.anchor]
        case .either(let clauses):
            let anchors = Set(clauses.flatMap(\.anchors))
            // With an alternative that names nothing, the others cannot narrow the search.
            return anchors.contains(MatchIndex.Anchor()) ? [MatchIndex.Anchor()] : Array(anchors)
        case .all(let clauses):
            return clauses.reduce([MatchIndex.Anchor()]) { anchors, clause in
                let more = clause.anchors
                guard more.count == 1 || anchors == [MatchIndex.Anchor()] else { return anchors }
                return anchors.flatMap { anchor in
                    more.map { .init(host: anchor.host ?? $0.host, path: anchor.path ?? $0.path) }
                }
            }
        default:
            return [MatchIndex.Anchor()]
        }
    }
}
