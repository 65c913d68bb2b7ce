extension Clause {
    /// Returns whether the clause is known to match every request that another one matches.
    ///
    /// False if that is unknown: closures, regular expressions and values are known to match the
    /// same only if they are equal.
    func covers(_ other: Clause) -> Bool {
        switch (self, other) {
        case (.unreadable, _), (_, .unreadable):
            return false
        case (_, .either(let alternatives)):
            return alternatives.allSatisfy { covers($0) }
        case (.either(let alternatives), _):
            return alternatives.contains { $0.covers(other) }
        default:
            let given = other.parts
            return parts.allSatisfy { part in given.contains { part.coversPart($0) } }
        }
    }

    /// The clauses that a request must all meet.
    private var parts: [Clause] {
        switch self {
        case .all(let clauses): clauses.flatMap(\.parts)
        case .endpoint(let endpoint): endpoint.clauses.flatMap(\.parts)
        case .path(let pattern) where pattern.segments == [.any]: []
        default: [self]
        }
    }

    private func coversPart(_ other: Clause) -> Bool {
        switch (self, other) {
        case (.path(let wide), .path(let narrow)):
            wide.covers(narrow)
        case (.host(let wide), .host(let narrow)):
            wide == narrow
                || wide.isSuffix && wide.port == nil && narrow.host.hasSuffix(".\(wide.host)")
        case (.query(let wide, .present), .query(let narrow, let value)),
            (.header(let wide, .present), .header(let narrow, let value)):
            wide == narrow && value != .absent
        case (.either, _):
            covers(other)
        default:
            self == other
        }
    }
}

extension PathPattern {
    /// Returns whether this pattern matches every path that another one matches.
    ///
    /// False if both have `**` with text after it.
    func covers(_ other: PathPattern) -> Bool {
        if segments == other.segments { return true }
        let open = segments.firstIndex(of: .any)
        let head = segments[..<(open ?? segments.endIndex)]
        guard open.map({ $0 == segments.endIndex - 1 }) ?? !other.segments.contains(.any),
            open == nil ? other.segments.count == head.count : other.segments.count >= head.count
        else { return false }
        return zip(head, other.segments).allSatisfy { wide, narrow in
            switch (wide, narrow) {
            case (_, .any): false
            case (.literal(let left), .literal(let right)): left == right
            case (.literal, _): false
            default: true
            }
        }
    }
}
