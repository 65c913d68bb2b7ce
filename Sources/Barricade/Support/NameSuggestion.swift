/// The names nearest to an unknown one, for messages.
package enum NameSuggestion {
    /// Returns the names, each once, nearest first; equally near ones keep their order.
    package static func nearestFirst(to name: String, among names: [String]) -> [String] {
        let fromName = EditDistance(from: name)
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.ordered { fromName.distance(to: $0) }
    }

    /// Returns the text about an unknown name: a suggestion, and the known names, nearest first.
    ///
    /// - Parameter place: The place that lists the names, if there are too many to show.
    package static func known(
        nearestTo name: String, among names: [String], seeing place: String = ""
    ) -> String {
        let nearest = nearestFirst(to: name, among: names)
        let distance = EditDistance(from: name)
        let isNear = nearest.first.map { distance.fraction(to: $0) <= 0.5 } ?? false
        return (isNear ? "Did you mean \(quoted([nearest[0]]))? " : "")
            + "Known: \(quoted(nearest, seeing: place))"
    }

    /// Returns the first names for a message, quoted, and the number of the others.
    static func quoted(_ names: [String], limit: Int = 40, seeing place: String = "") -> String {
        if names.isEmpty { return "none" }
        let shown = names.prefix(limit).map { "\"\($0.shortened)\"" }
        let more = names.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more\(place)" : "")
    }
}

extension BarricadeError {
    /// Makes the error about an unknown name: the sentence, then the known names.
    @inline(never)
    package static func unknown(
        _ name: String, among known: [String], saying sentence: String, code: Code = .unknownName,
        seeing place: String = "", orElse fix: String = ""
    ) -> BarricadeError {
        let list = NameSuggestion.known(nearestTo: name, among: known, seeing: place)
        return BarricadeError(
            code, "\(sentence)\n\(list).\(known.isEmpty ? fix : "")",
            nearestNames: NameSuggestion.nearestFirst(to: name, among: known))
    }

    /// Makes the error of a response's name that its set does not have.
    package static func unknownResponse(
        _ name: String, of set: String, known: [String], at place: String = ""
    ) -> BarricadeError {
        .unknown(
            name, among: known,
            saying: """
                Set "\(set.shortened)" has no response named "\(name.shortened)"\(place).
                """, seeing: " in barricade.sets")
    }
}
