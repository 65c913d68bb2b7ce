/// The edit distance of other names from a name, ignoring case; it prepares the name once.
package struct EditDistance: Sendable {
    /// Names are short; the rest of a longer text is ignored.
    private static let limit = 256

    private let scalars: [Unicode.Scalar]

    package init(from text: String) {
        scalars = Self.scalars(of: text)
    }

    /// Returns the Levenshtein distance of the first 256 characters.
    package func distance(to text: String) -> Int {
        distance(to: Self.scalars(of: text))
    }

    /// Returns the distance as a fraction of the longer name: 0 means equal, 1 means nothing in
    /// common.
    func fraction(to text: String) -> Double {
        let other = Self.scalars(of: text)
        return Double(distance(to: other)) / Double(max(scalars.count, other.count, 1))
    }

    private func distance(to other: [Unicode.Scalar]) -> Int {
        var row = Array(0...other.count)
        for (i, a) in scalars.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in other.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }

    private static func scalars(of text: String) -> [Unicode.Scalar] {
        // Cut first, since lowercasing a long text takes longer than comparing it.
        let start = String(text.unicodeScalars.prefix(limit)).lowercased()
        return Array(start.unicodeScalars.prefix(limit))
    }
}
