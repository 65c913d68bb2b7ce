extension Array {
    /// Returns the elements by the rank of each, the least first; equal ones stay in their order.
    ///
    /// Their places are sorted in their stead, so that one sort serves elements of every type.
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
    /// The keys, the least first.
    package var orderedKeys: [Key] { Array(keys).sorted() }
}
