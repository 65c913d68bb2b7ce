import BarricadeSurfaces

/// A body while it is read: what is folded, and what is searched for.
struct BodyReading: Sendable {
    private let lines: BodyLines
    private(set) var folded: Set<Int> = []
    /// The numbers of the lines with the text that is searched for.
    private(set) var found: [Int] = []
    private(set) var position = 0

    var search = "" {
        didSet {
            guard search != oldValue else { return }
            (found, position) = (lines.found(search), 0)
            unfold()
        }
    }

    init(_ body: BodyPreview) {
        lines = BodyLines(body)
    }

    /// The lines that are not hidden by a fold.
    var shown: [BodyLines.Line] { lines.shown(folded: folded) }

    /// The line of the search's present place; `nil` if nothing is found.
    var current: Int? { found.indices.contains(position) ? found[position] : nil }

    /// The present place and the number of lines found; `nil` without a search.
    var count: String? {
        if search.isEmpty { return nil }
        guard current != nil else { return "No line has this text." }
        let all = found.count < BodyLines.mostFound ? "\(found.count)" : "more than \(found.count)"
        return "Line \(position + 1) of \(all)"
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

    private mutating func unfold() {
        if let current { folded = lines.unfolded(folded, at: current) }
    }
}
