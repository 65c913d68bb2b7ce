/// The distance of a path from patterns; it caches how much its segments differ from those in them.
struct PathDistance {
    /// The most segments of a path to compare; each further one counts as missing.
    private static let limit = 64

    private let count: Int
    private let segments: [String]
    private let distances: [EditDistance]
    /// The start index of each literal's differences from the path's segments.
    private var places: [String: Int] = [:]
    private var differences: [Double] = []
    private var row: [Double] = []
    private var next: [Double] = []

    init(from path: [String]) {
        count = path.count
        segments = Array(path.prefix(Self.limit))
        distances = segments.map { EditDistance(from: $0) }
    }

    /// Returns how far the path is from a pattern that it does not match, less than 1.
    ///
    /// - Parameter limit: If the distance is more, it may be any such value.
    mutating func distance(to pattern: [PathClause.Segment], limit: Double) -> Double {
        let isOpen = pattern.contains(.any)
        // A quick check, which rules out most sets of a large barricade.
        let missing = share(of: Double(abs(pattern.count - count)))
        if !isOpen, missing > limit { return missing }
        row.removeAll(keepingCapacity: true)
        for column in 0...segments.count { row.append(Double(column)) }
        for segment in pattern {
            fillNext(for: segment)
            swap(&row, &next)
            if let least = row.min(), share(of: least) > limit { return share(of: least) }
        }
        return share(of: row[segments.count] + (isOpen ? 0 : Double(count - segments.count)))
    }

    private func share(of steps: Double) -> Double { steps / (steps + 2) }

    /// Fills the next row: a similar segment counts by its characters, a missing one as 1.
    private mutating func fillNext(for segment: PathClause.Segment) {
        next.removeAll(keepingCapacity: true)
        if segment == .any {
            next.append(row[0])
            for column in segments.indices { next.append(min(row[column + 1], next[column])) }
            return
        }
        next.append(row[0] + 1)
        let place: Int? = if case .literal(let text) = segment { self.place(of: text) } else { nil }
        for column in segments.indices {
            let difference = place.map { differences[$0 + column] } ?? 0
            next.append(min(row[column + 1] + 1, next[column] + 1, row[column] + difference))
        }
    }

    private mutating func place(of literal: String) -> Int {
        if let place = places[literal] { return place }
        let place = differences.count
        for (text, distance) in zip(segments, distances) {
            // A difference only in case still counts.
            differences.append(literal == text ? 0 : max(distance.fraction(to: literal), 0.05))
        }
        places[literal] = place
        return place
    }
}
