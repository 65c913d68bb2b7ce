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
                hosts[host, default: Node()].insert(set, at: anchor.place[...])
            } else {
                anyHost.insert(set, at: anchor.place[...])
            }
        }
    }

    mutating func remove(_ set: RegisteredSet) {
        for anchor in set.anchors {
            if let host = anchor.host {
                hosts[host]?.remove(set, at: anchor.place[...])
                if hosts[host]?.isEmpty == true { hosts[host] = nil }
            } else {
                anyHost.remove(set, at: anchor.place[...])
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

    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        /// The node of segments that may be any; an array, since a value cannot hold itself.
        var wildcard: [Node] = []
        /// The sets whose path ends here, and those that leave the rest open; best last.
        var ending: [RegisteredSet] = []
        var open: [RegisteredSet] = []

        var isEmpty: Bool {
            literals.isEmpty && wildcard.isEmpty && ending.isEmpty && open.isEmpty
        }

        mutating func insert(_ set: RegisteredSet, at place: ArraySlice<PathPattern.Segment>) {
            switch place.first {
            case nil:
                ending.insert(inOrder: set)
            case .any:
                open.insert(inOrder: set)
            case .literal(let text):
                literals[text, default: Node()].insert(set, at: place.dropFirst())
            case .value, .one:
                if wildcard.isEmpty { wildcard.append(Node()) }
                wildcard[0].insert(set, at: place.dropFirst())
            }
        }

        mutating func remove(_ set: RegisteredSet, at place: ArraySlice<PathPattern.Segment>) {
            switch place.first {
            case nil:
                ending.removeAll { $0 === set }
            case .any:
                open.removeAll { $0 === set }
            case .literal(let text):
                literals[text]?.remove(set, at: place.dropFirst())
                if literals[text]?.isEmpty == true { literals[text] = nil }
            case .value, .one:
                guard !wildcard.isEmpty else { return }
                wildcard[0].remove(set, at: place.dropFirst())
                if wildcard[0].isEmpty { wildcard = [] }
            }
        }

        /// Looks where the path leads first, since what is open may be many sets and closures.
        func search(
            _ path: [String], from position: Int, _ request: BarricadeRequest,
            _ best: inout RegisteredSet?
        ) {
            if position < path.endIndex {
                if !literals.isEmpty {
                    literals[path[position]]?.search(path, from: position + 1, request, &best)
                }
                wildcard.first?.search(path, from: position + 1, request, &best)
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
            return Clause.all(endpoint.clauses).anchors
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
