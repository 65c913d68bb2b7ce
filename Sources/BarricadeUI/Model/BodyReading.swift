import BarricadeSurfaces

/// A body while it is read: its lines, what is folded, and what is searched for.
struct BodyReading: Sendable {
    struct Line: Sendable, Identifiable {
        /// Its number, from 1.
        let id: Int
        let text: String
        /// The number of the line that closes what this one opens; `nil` if it opens nothing.
        let end: Int?

        /// Returns the text; if it is folded, with what it closes at its end.
        func text(isFolded: Bool) -> String {
            guard isFolded, let end else { return text }
            return "\(text) \((end - id - 1).counted("line")) \(text.hasSuffix("[") ? "]" : "}")"
        }
    }

    private let lines: [Line]
    private(set) var folded: Set<Int> = []
    /// The numbers of the lines with the text that is searched for.
    private(set) var found: [Int] = []
    private var position = 0

    var search = "" {
        didSet {
            guard search != oldValue else { return }
            let wanted = search.lowercased()
            let lines = wanted.isEmpty ? [] : lines
            found = lines.filter { $0.text.lowercased().contains(wanted) }.map(\.id)
            position = 0
            unfold()
        }
    }

    init(_ body: BodyPreview) {
        let ends = Dictionary(uniqueKeysWithValues: body.folds.map { ($0[0], $0[1]) })
        lines = body.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(id: $0 + 1, text: String($1), end: ends[$0 + 1]) }
    }

    /// The lines that are not hidden by a fold.
    var shown: [Line] {
        var hiddenTo = 0
        return lines.filter { line in
            guard line.id > hiddenTo else { return false }
            if folded.contains(line.id), let end = line.end { hiddenTo = end }
            return true
        }
    }

    /// The line of the search's present place; `nil` if nothing is found.
    var current: Int? { found.indices.contains(position) ? found[position] : nil }

    /// The present place and the number of lines found; `nil` without a search.
    var count: String? {
        if search.isEmpty { return nil }
        return current == nil
            ? "No line has this text." : "Line \(position + 1) of \(found.count)"
    }

    /// Goes to the next line found, or to the one before; from the last to the first.
    mutating func go(by step: Int) {
        guard !found.isEmpty else { return }
        position = (position + step + found.count) % found.count
        unfold()
    }

    mutating func toggleFold(of line: Int) {
        if folded.remove(line) == nil { folded.insert(line) }
    }

    /// Opens what hides the search's present place.
    private mutating func unfold() {
        guard let current else { return }
        folded = folded.filter { !($0 < current && current <= lines[$0 - 1].end ?? 0) }
    }
}
