/// Finds the names nearest to one that is not known, for messages.
enum NameSuggestion {
    /// Returns the names, nearest first; equally near ones stay in their order.
    static func nearestFirst(to name: String, among names: [String]) -> [String] {
        let wanted = Array(name.lowercased().unicodeScalars)
        return names.enumerated()
            .map { (offset: $0.offset, name: $0.element, distance: distance(wanted, $0.element)) }
            .sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
            .map(\.name)
    }

    /// Returns the known names as a message lists them: quoted, nearest first, at most eight.
    static func list(nearestTo name: String, among names: [String]) -> String {
        guard !names.isEmpty else { return "none" }
        let shown = nearestFirst(to: name, among: names).prefix(8).map { "\"\($0)\"" }
        let more = names.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The Levenshtein distance without case.
    static func distance(_ left: String, _ right: String) -> Int {
        distance(Array(left.lowercased().unicodeScalars), right)
    }

    private static func distance(_ left: [Unicode.Scalar], _ text: String) -> Int {
        // Names are short; what is longer than this is not a slip of the hand.
        let left = left.prefix(256)
        let right = text.lowercased().unicodeScalars.prefix(256)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let above = row[j + 1]
                row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }
}
