extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    package func ordered<Rank: Comparable>(by rank: (Element) -> Rank) -> [Element] {
        if count < 2 { return self }
        let ranks = map(rank)
        return Int.numbers(below: count) { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
        }.map { self[$0] }
    }
}

extension Int {
    /// Returns the numbers from 0 in an order, without a copy of the code for each type.
    @inline(never)
    fileprivate static func numbers(
        below count: Int, _ isBefore: (Int, Int) -> Bool
    ) -> [Int] {
        (0..<count).sorted(by: isBefore)
    }
}

extension Dictionary where Key == String {
    /// The keys, in ascending order.
    package var orderedKeys: [String] { Array(keys).ordered(by: \.self) }
}
