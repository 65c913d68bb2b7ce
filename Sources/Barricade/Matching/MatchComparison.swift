/// A comparison of a request with matchers: one evaluation finds what the request does not meet, and
/// how far it is from a match.
///
/// One comparison serves all matchers of a barricade, since it caches how much the request's host and
/// segments differ from those in patterns.
package final class MatchComparison {
    /// A clause without parts, and its distance from the request; `nil` if the request meets it.
    package struct Leaf {
        package let clause: any Clause
        let distance: Double?
    }

    let request: BarricadeRequest
    /// The leaves so far, in order; among alternatives, those of the nearest.
    package private(set) var leaves: [Leaf] = []
    /// The sum of their distances; a mismatch does not hide later ones.
    private(set) var distance = 0.0
    /// The distance beyond which the rest does not matter.
    private var limit = Double.infinity
    /// How much the next query item that the request does not meet counts.
    var queryShare = 1.0
    private(set) lazy var host = request.target.host
    private(set) lazy var hostDistance = EditDistance(from: host)
    // Not lazy, since a lazy one is copied with all that it caches at each change.
    var path: PathDistance

    package init(_ request: BarricadeRequest) {
        self.request = request
        path = PathDistance(from: request.target.segments)
    }

    /// Compares the request with a clause.
    ///
    /// - Parameter limit: If the distance is at least as much, it may be any such value, and leaves
    ///   may be missing.
    package func compare(with clause: any Clause, limit: Double = .infinity) {
        leaves.removeAll(keepingCapacity: true)
        (distance, self.limit, queryShare) = (0, limit, 1)
        clause.compare(in: self)
    }

    /// How much may be added before the rest does not matter.
    var rest: Double { limit - distance }

    func add(_ clause: any Clause, _ distance: Double?) {
        leaves.append(Leaf(clause: clause, distance: distance))
        self.distance += distance ?? 0
    }

    /// Adds the leaves of the nearest clause, the first of equally near ones.
    func addNearest(of clauses: [any Clause]) {
        let outer = (leaves: leaves, distance: distance, share: queryShare)
        var nearest: (leaves: [Leaf], distance: Double)?
        for clause in clauses {
            (leaves, distance, queryShare) = ([], 0, 1)
            clause.compare(in: self)
            if distance < nearest?.distance ?? .infinity { nearest = (leaves, distance) }
        }
        leaves = outer.leaves + (nearest?.leaves ?? [])
        distance = outer.distance + (nearest?.distance ?? 0)
        queryShare = outer.share
    }
}

extension MatchComparison.Leaf {
    /// Returns the mismatch with the request; `nil` if it meets the clause.
    package func mismatch(with request: BarricadeRequest) -> Mismatch? {
        distance.map {
            Mismatch(clause.subject, clause.difference(from: request), distance: $0)
        }
    }
}
