/// The distance of a request from matchers: the sum of the weights of its mismatches.
///
/// One distance serves all matchers of a barricade, since it caches how much the request's host and
/// segments differ from those in patterns.
struct MatchDistance {
    /// The most segments of a path to compare; each further one counts as missing.
    private static let segmentLimit = 64

    private let request: BarricadeRequest
    private let isLong: Bool
    private lazy var host = request.target.host
    private lazy var hostDistance = EditDistance(from: host)
    private lazy var scheme = request.target.scheme
    private lazy var port = request.target.effectivePort
    private lazy var segmentDistances = segments.map { EditDistance(from: $0) }
    /// The start index of each literal's differences from the path's segments.
    private var places: [String: Int] = [:]
    private var differences: [Double] = []
    /// How much the next query item of a set that the request does not meet counts.
    private var queryShare = 1.0
    private var row: [Double] = []
    private var next: [Double] = []

    private var segments: Slice<PathSegments> {
        request.target.segments.prefix(Self.segmentLimit)
    }

    init(to request: BarricadeRequest) {
        self.request = request
        isLong = request.target.segments.count > Self.segmentLimit
    }

    /// Returns the distance to a clause, 0 if the request meets it; beyond the limit, any larger
    /// value may stand for it.
    mutating func distance(to clause: Clause, limit: Double = .infinity) -> Double {
        let outerShare = queryShare
        defer { queryShare = outerShare }
        queryShare = 1
        var sum = 0.0
        add(clause, to: &sum, limit)
        return sum
    }

    private mutating func add(_ clause: Clause, to sum: inout Double, _ limit: Double) {
        switch clause {
        case .all(let clauses):
            add(clauses, to: &sum, limit)
        case .endpoint(let endpoint):
            add(endpoint.clauses, to: &sum, limit)
        case .either(let clauses):
            var best: Double?
            for clause in clauses {
                best = min(best ?? .infinity, distance(to: clause, limit: limit))
            }
            sum += best ?? 0
        case .not(let negated):
            let faults = negated.faults.count
            if faults > 0 {
                sum += Double(faults) * 0.5
            } else if negated.matches(request) {
                sum += 0.5
            }
        case .path(let pattern):
            let missing = abs(pattern.segments.count - request.target.segments.count)
            // A quick check, which rules out most sets of a large barricade.
            guard sum + share(of: Double(missing)) <= limit || pattern.segments.contains(.any)
            else {
                sum += share(of: Double(missing))
                return
            }
            sum += share(of: steps(along: pattern, within: limit - sum))
        default:
            sum += ofLeaf(clause)
        }
    }

    private mutating func add(_ clauses: [Clause], to sum: inout Double, _ limit: Double) {
        for clause in clauses where sum <= limit { add(clause, to: &sum, limit) }
    }

    private mutating func ofLeaf(_ clause: Clause) -> Double {
        switch clause {
        case .method(let method): request.method == method ? 0 : 0.15
        case .scheme(let wanted): scheme == wanted ? 0 : 0.2
        case .host(let pattern): distance(to: pattern)
        case .port(let wanted): port == wanted ? 0 : 0.2
        case .trailingSlash: clause.matches(request) ? 0 : 0.1
        case .pathExtension: clause.matches(request) ? 0 : 0.3
        case .query(let name, _) where !clause.matches(request): ofQuery(name)
        case .query: 0
        case .graphQL(let name): clause.matches(request) ? 0 : distance(toOperation: name)
        case .queryItems, .header, .body: clause.matches(request) ? 0 : 0.2
        case .url, .regex: clause.matches(request) ? 0 : 0.7
        default: clause.matches(request) ? 0 : 0.5
        }
    }

    /// All items together count less than another path.
    private mutating func ofQuery(_ name: String) -> Double {
        defer { queryShare /= 3 }
        return queryShare * (request.target.queryValues(of: name).isEmpty ? 0.15 : 0.12)
    }

    /// Operations of one server differ only in their name.
    private func distance(toOperation name: String) -> Double {
        let names = (try? request.graphQLOperationNames()) ?? []
        let distance = EditDistance(from: name)
        return 0.1 + 0.2 * (names.map { distance.fraction(to: $0) }.min() ?? 1)
    }

    // MARK: Hosts

    private mutating func distance(to pattern: HostPattern) -> Double {
        if pattern.matches(host, port: port) { return 0 }
        let difference = hostDistance.fraction(to: pattern.host)
        // Equal hosts differ in their port.
        return difference == 0 ? 0.2 : 0.6 * difference
    }

    // MARK: Paths

    private func share(of steps: Double) -> Double { steps / (steps + 2) }

    /// Returns how many segments differ: a similar one counts by its characters, a missing one as
    /// 1.
    ///
    /// It skips the rest of the pattern once the distance is beyond the limit.
    private mutating func steps(along pattern: PathPattern, within limit: Double) -> Double {
        if isLong, pattern.matches(request.target.segments) { return 0 }
        let count = segmentDistances.count
        row.removeAll(keepingCapacity: true)
        for column in 0...count { row.append(Double(column)) }
        var isOpen = false
        for segment in pattern.segments {
            next.removeAll(keepingCapacity: true)
            switch segment {
            case .any:
                isOpen = true
                next.append(row[0])
                for column in 0..<count { next.append(min(row[column + 1], next[column])) }
            case .value, .one:
                next.append(row[0] + 1)
                for column in 0..<count { appendStep(at: column, 0) }
            case .literal(let text):
                let place = place(of: text)
                next.append(row[0] + 1)
                for column in 0..<count { appendStep(at: column, differences[place + column]) }
            }
            swap(&row, &next)
            if let least = row.min(), share(of: least) > limit { return least }
        }
        let rest = isOpen ? 0 : request.target.segments.count - count
        return row[count] + Double(rest)
    }

    private mutating func appendStep(at column: Int, _ difference: Double) {
        next.append(min(row[column + 1] + 1, next[column] + 1, row[column] + difference))
    }

    private mutating func place(of literal: String) -> Int {
        if let place = places[literal] { return place }
        let place = differences.count
        for (text, distance) in zip(segments, segmentDistances) {
            // A difference only in case still counts.
            differences.append(literal == text ? 0 : max(distance.fraction(to: literal), 0.05))
        }
        places[literal] = place
        return place
    }
}
