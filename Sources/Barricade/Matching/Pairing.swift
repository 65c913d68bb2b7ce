/// Whether values and partners can be paired, each value with one of its candidates (augmenting paths,
/// without recursion).
struct Pairing {
    let isComplete: Bool

    init(_ candidates: [[Int]], of count: Int) {
        /// The value of each partner, and the partner of each value.
        var holders = [Int?](repeating: nil, count: count)
        var partners = [Int?](repeating: nil, count: candidates.count)

        func pair(_ value: Int) -> Bool {
            /// The value through which a partner was reached.
            var ways: [Int: Int] = [:]
            var open = [value]
            while let next = open.popLast() {
                for partner in candidates[next] where ways[partner] == nil {
                    ways[partner] = next
                    if let holder = holders[partner] {
                        open.append(holder)
                        continue
                    }
                    // Each value on the path gets the next partner on it.
                    var free: Int? = partner
                    while let partner = free, let value = ways[partner] {
                        free = partners[value]
                        (holders[partner], partners[value]) = (value, partner)
                    }
                    return true
                }
            }
            return false
        }
        isComplete = candidates.indices.allSatisfy(pair)
    }
}
