extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    package func ordered<Rank: Comparable>(by rank: (Element) -> Rank) -> [Element] {
        if count < 2 { return self }
        let ranks = map(rank)
        return Int.places(ofFirst: count) { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
        }.map { self[$0] }
    }
}

extension Int {
    /// Returns the first whole numbers in an order.
    @inline(never)
    fileprivate static func places(
        ofFirst count: Int, _ isBefore: (Int, Int) -> Bool
    ) -> [Int] {
        (0..<count).sorted(by: isBefore)
    }
}

extension Dictionary where Key == String {
    /// The keys, in ascending order.
    package var orderedKeys: [String] { Array(keys).ordered(by: \.self) }
}
