extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    package func ordered<Rank: Comparable>(by rank: (Element) -> Rank) -> [Element] {
        if count < 2 { return self }
        let ranks = map(rank)
        return indices.sorted { ranks[$0] < ranks[$1] }.map { self[$0] }
    }
}

extension Dictionary where Key == String {
    /// The keys, in ascending order.
    package var orderedKeys: [String] { Array(keys).ordered(by: \.self) }
}
