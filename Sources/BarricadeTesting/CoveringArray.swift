import Barricade

/// Rows of values in which every two values of two columns occur together at least once.
///
/// It adds rows one by one: in each column, the value with the most new pairs. The same counts
/// always give the same rows.
struct CoveringArray {
    /// The values of each row, one for each column, each from 0 up to the column's count.
    private(set) var rows: [[Int]] = []

    /// The values of each column; those of all columns are numbered through.
    private let columns: [Range<Int>]
    /// For each value, whether it has yet to occur with each value.
    private var isMissing: [[Bool]]
    /// The number of values that each value has yet to occur with.
    private var missingCounts: [Int]

    /// Makes an array.
    ///
    /// - Parameter counts: The number of values of each column, at least 1.
    init(_ counts: [Int]) {
        var columns: [Range<Int>] = []
        for count in counts {
            let start = columns.last?.upperBound ?? 0
            columns.append(start..<start + count)
        }
        self.columns = columns
        let all = 0..<(columns.last?.upperBound ?? 0)
        isMissing = columns.flatMap { column in
            column.map { _ in all.map { !column.contains($0) } }
        }
        missingCounts = isMissing.map { $0.count { $0 } }
        fill()
    }

    private mutating func fill() {
        // A single column has no pairs.
        guard columns.count > 1 else {
            rows = columns.first.map { column in column.map { [$0] } } ?? [[]]
            return
        }
        while let most = missingCounts.max(), most > 0,
            let start = missingCounts.firstIndex(of: most)
        {
            let row = row(with: start)
            for value in row {
                for other in row where isMissing[value][other] {
                    isMissing[value][other] = false
                    missingCounts[value] -= 1
                }
            }
            rows.append(zip(row, columns).map { $0 - $1.lowerBound })
        }
    }

    /// Makes a row with a value; in each other column it takes the value that adds the most pairs.
    private func row(with start: Int) -> [Int] {
        var chosen = [start]
        return columns.map { column in
            if column.contains(start) { return start }
            var best = (value: column.lowerBound, pairs: -1)
            for value in column {
                let pairs = chosen.count { isMissing[value][$0] }
                if pairs > best.pairs
                    || pairs == best.pairs && missingCounts[value] > missingCounts[best.value]
                {
                    best = (value, pairs)
                }
            }
            chosen.append(best.value)
            return best.value
        }
    }
}
