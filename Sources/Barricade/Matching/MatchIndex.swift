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
                Node.insert(set, into: &hosts[host, default: Node()], at: anchor.place[...])
            } else {
                Node.insert(set, into: &anyHost, at: anchor.place[...])
            }
        }
    }

    mutating func remove(_ set: RegisteredSet) {
        for anchor in set.anchors {
            if let host = anchor.host {
                Node.remove(set, from: &hosts[host, default: Node()], at: anchor.place[...])
                if hosts[host]?.isEmpty == true { hosts[host] = nil }
            } else {
                Node.remove(set, from: &anyHost, at: anchor.place[...])
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
        var place: [PathPattern.Segment] {
            (path ?? [.any]).map { if case .value = $0 { .one } else { $0 } }
        }
    }

    /// What stands at one place of the tree, as a value whose content is copied when it has to be.
    private final class Node: @unchecked Sendable {
        // Unchecked because of its variables: they change only while the index that is being changed
        // is the node's one owner. A class, so that a search passes by without copying anything.
        private var literals: [String: Node] = [:]
        private var wildcard: Node?
        /// The sets whose path ends here, and those that leave the rest open; best last.
        private var ending: [RegisteredSet] = []
        private var open: [RegisteredSet] = []

        init() {}

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
            _ set: RegisteredSet, into node: inout Node, at place: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch place.first {
            case nil:
                node.ending.insert(inOrder: set)
            case .any:
                node.open.insert(inOrder: set)
            case .literal(let text):
                insert(set, into: &node.literals[text, default: Node()], at: place.dropFirst())
            case .value, .one:
                var next = node.wildcard ?? Node()
                node.wildcard = nil
                insert(set, into: &next, at: place.dropFirst())
                node.wildcard = next
            }
        }

        static func remove(
            _ set: RegisteredSet, from node: inout Node, at place: ArraySlice<PathPattern.Segment>
        ) {
            own(&node)
            switch place.first {
            case nil:
                node.ending.removeAll { $0 === set }
            case .any:
                node.open.removeAll { $0 === set }
            case .literal(let text):
                remove(set, from: &node.literals[text, default: Node()], at: place.dropFirst())
                if node.literals[text]?.isEmpty == true { node.literals[text] = nil }
            case .value, .one:
                guard var next = node.wildcard else { return }
                node.wildcard = nil
                remove(set, from: &next, at: place.dropFirst())
                node.wildcard = next.isEmpty ? nil : next
            }
        }

        /// Looks where the path leads first, since what is open may be many sets and closures.
        func search(
            _ path: [String], from position: Int, _ request: BarricadeRequest,
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

extension [RegisteredSet] {
    fileprivate mutating func insert(inOrder set: RegisteredSet) {
        let after = lastIndex { $0.precedence < set.precedence }
        insert(set, at: after.map { $0 + 1 } ?? startIndex)
    }

    fileprivate func search(_ request: BarricadeRequest, _ best: inout RegisteredSet?) {
        for set in reversed() {
            if let best, best.precedence > set.precedence { return }
            if set.claims(request) {
                best = set
                return
            }
        }
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
