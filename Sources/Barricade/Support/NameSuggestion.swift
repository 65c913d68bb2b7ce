/// The names nearest to an unknown one, for messages.
enum NameSuggestion {
    /// Returns the names, nearest first; equally near ones keep their order.
    static func nearestFirst(to name: String, among names: [String]) -> [String] {
        let fromName = EditDistance(from: name)
        return names.ordered { fromName.distance(to: $0) }
    }

    /// Returns the known names for a message: quoted, nearest first, eight of them by default.
    static func list(nearestTo name: String, among names: [String], limit: Int = 8) -> String {
        guard !names.isEmpty else { return "none" }
        let shown = nearestFirst(to: name, among: names).prefix(limit).map { "\"\($0.shortened)\"" }
        let more = names.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
