/// The edit distance of other names from a name, ignoring case; it prepares the name once.
struct EditDistance: Sendable {
    /// Names are short; the rest of a longer text is ignored.
    private static let limit = 256

    private let scalars: [Unicode.Scalar]
    /// For each ASCII character, the bits of its positions; empty if they do not fit.
    private let places: [UInt64]

    init(from text: String) {
        scalars = Self.scalars(of: text)
        guard !scalars.isEmpty, scalars.count <= 64, scalars.allSatisfy(\.isASCII) else {
            places = []
            return
        }
        var places = [UInt64](repeating: 0, count: 128)
        for (place, scalar) in scalars.enumerated() {
            places[Int(scalar.value)] |= 1 << UInt64(place)
        }
        self.places = places
    }

    /// Returns the Levenshtein distance of the first 256 characters.
    func distance(to text: String) -> Int {
        measure(text).distance
    }

    /// Returns the distance as a fraction of the longer name: 0 means equal, 1 means nothing in
    /// common.
    func fraction(to text: String) -> Double {
        let (distance, count) = measure(text)
        return Double(distance) / Double(max(scalars.count, count, 1))
    }

    private func measure(_ text: String) -> (distance: Int, count: Int) {
        var text = text
        if !places.isEmpty, let distance = text.withUTF8(quickDistance) {
            return (distance, text.utf8.count)
        }
        let other = Self.scalars(of: text)
        return (slowDistance(to: other), other.count)
    }

    /// Returns the distance to an ASCII text; `nil` for any other.
    ///
    /// The bits represent a column of the usual table (Myers 1999, as modified by Hyyrö in 2003),
    /// which makes ten thousand sets quick to compare.
    private func quickDistance(to text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard text.count <= Self.limit else { return nil }
        let last: UInt64 = 1 << UInt64(scalars.count - 1)
        var distance = scalars.count
        // The entries of a column that are one more, and one less, than the entry above.
        var more = UInt64.max
        var less: UInt64 = 0
        for byte in text {
            guard byte < 128 else { return nil }
            let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            let same = places[Int(isUpper ? byte | 0x20 : byte)]
            let diagonal = (((same & more) &+ more) ^ more) | same | less
            var moreAcross = less | ~(diagonal | more)
            var lessAcross = more & diagonal
            if moreAcross & last != 0 { distance += 1 }
            if lessAcross & last != 0 { distance -= 1 }
            moreAcross = moreAcross << 1 | 1
            lessAcross = lessAcross << 1
            more = lessAcross | ~(diagonal | moreAcross)
            less = moreAcross & diagonal
        }
        return distance
    }

    private func slowDistance(to other: [Unicode.Scalar]) -> Int {
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
        let start = String(text.unicodeScalars.prefix(limit))
        return Array(start.lowercased().unicodeScalars.prefix(limit))
    }
}
