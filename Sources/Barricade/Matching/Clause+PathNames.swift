extension Clause {
    /// The names of segments in the patterns of all alternatives, in order.
    package var pathNames: [String] {
        switch self {
        case .path(let pattern):
            pattern.segments.compactMap { if case .value(let name) = $0 { name } else { nil } }
        case .endpoint(let endpoint): endpoint.clauses.flatMap(\.pathNames)
        case .all(let clauses), .either(let clauses): clauses.flatMap(\.pathNames)
        default: []
        }
    }
}
