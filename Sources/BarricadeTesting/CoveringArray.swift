import Barricade

/// Rows of values in which every two values of two columns occur together at least once.
///
/// It adds rows one by one, as AETG does (Cohen, Dalal, Fredman and Patton 1997): of two candidates,
/// the one with more new pairs. The same counts always give the same rows.
struct CoveringArray {
    /// The values of each row, one for each column, each from 0 up to the column's count.
    private(set) var rows: [[Int]] = []

    /// The number of values of each column.
    private let counts: [Int]
    /// The number of each column's first value; the values of all columns are numbered through.
    private let starts: [Int]
    /// For each value, a bit set, in equally many words, of the values it has not occurred with.
    private var missing: [UInt64]
    private let words: Int
    /// The number of bits of each value in `missing`.
    private var missingCounts: [Int]
    private let random = RandomSource(seed: 0)

    /// The number of candidates for each row; more make an array only a little smaller.
    private static let candidates = 2
    /// From this number of values on, each row has only one candidate.
    private static let many = 1_000

    /// Makes an array.
    ///
    /// - Parameter counts: The number of values of each column, at least 1.
    init(_ counts: [Int]) {
        self.counts = counts
        var starts: [Int] = []
        var total = 0
        for count in counts {
            starts.append(total)
            total += count
        }
        self.starts = starts
        let words = (total + 63) / 64
        self.words = words
        missing = []
        missingCounts = []
        let all = Bits(0..<total, words: words)
        for (start, count) in zip(starts, counts) {
            let others = all.subtracting(Bits(start..<start + count, words: words))
            for _ in 0..<count { missing += others.words }
            missingCounts += repeatElement(total - count, count: count)
        }
        fill(candidates: total < Self.many ? Self.candidates : 1)
    }

    private mutating func fill(candidates: Int) {
        // A single column has no pairs.
        guard counts.count > 1 else {
            rows = (0..<(counts.first ?? 1)).map { counts.isEmpty ? [] : [$0] }
            return
        }
        while let start = startOfRow {
            var best = candidate(from: start, inOrder: true)
            for _ in 1..<max(candidates, 1) {
                let other = candidate(from: start, inOrder: false)
                if other.pairs > best.pairs { best = other }
            }
            cover(best)
            rows.append(zip(best.values, starts).map { $0 - $1 })
        }
    }

    /// The value with the most missing pairs, the first of equal ones; `nil` if none is missing.
    private var startOfRow: Int? {
        guard let most = missingCounts.max(), most > 0 else { return nil }
        return missingCounts.firstIndex(of: most)
    }

    /// A row that may be added.
    private struct Candidate {
        var values: [Int]
        var chosen: Bits
        /// The number of missing pairs in it.
        var pairs = 0
    }

    /// Makes a row with a value; in each other column it takes the value that adds the most pairs.
    private func candidate(from start: Int, inOrder: Bool) -> Candidate {
        var row = Candidate(
            values: starts, chosen: Bits(start..<start + 1, words: words))
        let first = starts.lastIndex { $0 <= start } ?? 0
        row.values[first] = start
        var columns = counts.indices.filter { $0 != first }
        if !inOrder { random.shuffle(&columns) }
        for column in columns {
            var best = (value: starts[column], pairs: -1)
            for value in starts[column]..<starts[column] + counts[column] {
                let pairs = row.chosen.commonCount(with: missing, from: value * words)
                if pairs > best.pairs
                    || pairs == best.pairs && missingCounts[value] > missingCounts[best.value]
                {
                    best = (value, pairs)
                }
            }
            row.values[column] = best.value
            row.chosen.insert(best.value)
            row.pairs += best.pairs
        }
        return row
    }

    /// Removes the pairs of a row from the missing ones.
    private mutating func cover(_ row: Candidate) {
        for value in row.values {
            missingCounts[value] -= row.chosen.remove(from: &missing, at: value * words)
        }
    }
}

/// A set of small numbers, as a bit set.
private struct Bits {
    private(set) var words: [UInt64]

    init(_ numbers: Range<Int>, words count: Int) {
        words = Array(repeating: 0, count: count)
        for number in numbers { insert(number) }
    }

    mutating func insert(_ number: Int) {
        words[number / 64] |= 1 << UInt64(number % 64)
    }

    func subtracting(_ other: Bits) -> Bits {
        var result = self
        for index in words.indices { result.words[index] &= ~other.words[index] }
        return result
    }

    /// Returns how many of the numbers are in the bit set that begins at an index of other words.
    func commonCount(with others: [UInt64], from start: Int) -> Int {
        var count = 0
        var index = 0
        while index < words.count {
            count += (words[index] & others[start + index]).nonzeroBitCount
            index += 1
        }
        return count
    }

    /// Removes the numbers from the bit set at an index of other words; returns how many it had.
    func remove(from others: inout [UInt64], at start: Int) -> Int {
        let count = commonCount(with: others, from: start)
        for index in words.indices { others[start + index] &= ~words[index] }
        return count
    }
}

extension RandomSource {
    /// Puts elements into a random order (Fisher and Yates' method).
    fileprivate func shuffle<Element>(_ elements: inout [Element]) {
        for last in elements.indices.reversed() where last > 0 {
            let other = next().multipliedFullWidth(by: UInt64(last + 1)).high
            elements.swapAt(last, Int(other))
        }
    }
}
