extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    ///
    /// It sorts the indices, so that one sort serves elements of every type.
    package func ordered<Rank: Comparable>(by rank: (Element) -> Rank) -> [Element] {
        map(rank).placesInOrder.map { self[$0] }
    }
}

extension Array where Element: Comparable {
    fileprivate var placesInOrder: [Int] {
        indices.sorted { self[$0] == self[$1] ? $0 < $1 : self[$0] < self[$1] }
    }
}

extension Dictionary where Key: Comparable {
    /// The keys, in ascending order.
    package var orderedKeys: [Key] { Array(keys).sorted() }
}
