/// A maximum matching of values and partners (augmenting paths, without recursion).
struct Pairing {
    private(set) var isComplete = true
    /// The value of each partner, and the partner of each value.
    private var holders: [Int?]
    private var partners: [Int?]

    init(_ candidates: [[Int]], of count: Int) {
        holders = Array(repeating: nil, count: count)
        partners = Array(repeating: nil, count: candidates.count)
        isComplete = candidates.indices.allSatisfy { find($0, candidates) }
    }

    private mutating func find(_ value: Int, _ candidates: [[Int]]) -> Bool {
        if let free = candidates[value].first(where: { holders[$0] == nil }) {
            hold(free, value)
            return true
        }
        /// The value through which a partner was reached.
        var ways: [Int: Int] = [:]
        var open = [value]
        while let next = open.popLast() {
            for partner in candidates[next] where ways[partner] == nil {
                ways[partner] = next
                guard let holder = holders[partner] else {
                    shift(to: partner, ways)
                    return true
                }
                open.append(holder)
            }
        }
        return false
    }

    /// Gives each value on the path the next partner on it.
    private mutating func shift(to last: Int, _ ways: [Int: Int]) {
        var partner: Int? = last
        while let current = partner, let value = ways[current] {
            partner = partners[value]
            hold(current, value)
        }
    }

    private mutating func hold(_ partner: Int, _ value: Int) {
        holders[partner] = value
        partners[value] = partner
    }
}
