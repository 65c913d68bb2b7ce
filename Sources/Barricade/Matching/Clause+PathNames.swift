extension Clause {
    /// The names that patterns give to segments, in order, of all alternatives.
    var pathNames: [String] {
        switch self {
        case .path(let pattern):
            pattern.segments.compactMap { if case .value(let name) = $0 { name } else { nil } }
        case .endpoint(let endpoint): endpoint.clauses.flatMap(\.pathNames)
        case .all(let clauses), .either(let clauses): clauses.flatMap(\.pathNames)
        default: []
        }
    }
}
