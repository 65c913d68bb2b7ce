extension Array {
    /// Returns the elements sorted by rank, the lowest first; equal ones keep their order.
    ///
    /// - Parameter most: How many of them, the lowest ones.
    package func ordered<Rank: Comparable>(
        most: Int = .max, by rank: (Element) -> Rank
    ) -> [Element] {
        if count < 2 { return self }
        let ranks = map(rank)
        return Int.places(ofFirst: count, most: most) { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
        }.map { self[$0] }
    }
}

extension Int {
    /// Returns the first whole numbers in an order.
    @inline(never)
    fileprivate static func places(
        ofFirst count: Int, most: Int, _ isBefore: (Int, Int) -> Bool
    ) -> [Int] {
        var places = (0..<Swift.min(count, most)).sorted(by: isBefore)
        for place in places.count..<count where isBefore(place, places[most - 1]) {
            places.removeLast()
            places.insert(place, at: places.firstIndex { isBefore(place, $0) } ?? most - 1)
        }
        return places
    }
}

extension Dictionary where Key == String {
    /// The keys, in ascending order.
    package var orderedKeys: [String] { Array(keys).ordered(by: \.self) }
}
