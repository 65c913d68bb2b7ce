/// The words that texts at one place are, if there are few of them.
///
/// That a text is one of few words can only be guessed: each of them must occur again and again.
struct Vocabulary: Sendable {
    private var counts: [String: Int] = [:]
    private var total = 0
    private var isOpen = false

    /// The most words that are few.
    private static let mostWords = 12
    /// The fewest texts that are enough to guess from.
    private static let fewestTexts = 8
    /// The number of times that each word occurs, on average.
    private static let repeats = 3

    /// The words, in order; `nil` if any text may follow.
    var words: [String]? {
        guard !isOpen, total >= max(Self.fewestTexts, Self.repeats * counts.count),
            counts.values.allSatisfy({ $0 > 1 })
        else { return nil }
        return counts.keys.sorted()
    }

    mutating func add(_ text: String) {
        guard !isOpen else { return }
        total += 1
        counts[text, default: 0] += 1
        if counts.count > Self.mostWords || !Self.isWord(text) {
            isOpen = true
            counts = [:]
        }
    }

    /// Returns whether a text looks like a constant: `open`, `in_progress`, `ACTIVE`.
    ///
    /// A word with a digit is rather an identifier, one with a capital letter a name.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 32, first.isLetter,
            text.utf8.allSatisfy({ $0.isLetter || "_-.".utf8.contains($0) })
        else { return false }
        let isName = first.isCapital && text.utf8.contains { $0.isLetter && !$0.isCapital }
        return !isName
    }
}
