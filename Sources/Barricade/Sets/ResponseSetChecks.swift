/// The checks of sets when they are registered, which also fill in missing names.
package enum ResponseSetChecks {
    /// Returns the sets with unique names, and their faults by name.
    ///
    /// A set or response whose name is missing or taken gets a new one, so that it still answers.
    package static func named(
        _ sets: [ResponseSet]
    ) -> (sets: [ResponseSet], faults: [String: [BarricadeError]]) {
        var faults: [String: [BarricadeError]] = [:]
        var names = UniqueNames(sets.map(\.name))
        let checked = sets.map { set -> ResponseSet in
            var set = set
            var problems: [String] = []
            if let problem = names.take(
                &set.name, orElse: set.matcher.clause.maskedDescription)
            {
                problems.append("has \(problem) Names of sets must be unique and not empty.")
            }
            var responses = UniqueNames(set.responses.map(\.name))
            for index in set.responses.indices {
                if let problem = responses.take(
                    &set.responses[index].name, orElse: "Response \(index + 1)")
                {
                    problems.append(
                        """
                        has a response with \(problem) Names must be unique in their set and not empty.
                        """)
                }
            }
            problems += set.matcher.faults.map { "never matches: \($0)." }
            if set.responses.isEmpty { problems.append("has no responses, so its requests fail.") }
            if let name = set.defaultResponse, set[name] == nil {
                let known = NameSuggestion.known(nearestTo: name, among: set.responses.map(\.name))
                problems.append(
                    """
                    names "\(name.shortened)" as its default, but has no such response. \
                    \(known).
                    """)
            }
            if !problems.isEmpty {
                let title = "Response set \"\(set.name.shortened)\" (\(set.origin.text))"
                faults[set.name] = problems.map { .init(.invalidDefinition, "\(title) \($0)") }
            }
            return set
        }
        return (checked, faults)
    }
}

/// The names of a list, each given once.
private struct UniqueNames {
    private let given: [String]
    private lazy var all = Set(given)
    private var taken: Set<String>

    init(_ given: [String]) {
        self.given = given
        taken = Set(minimumCapacity: given.count)
    }

    /// Takes a name; if it is missing or taken, replaces it, and returns the problem, as the end of
    /// a sentence.
    ///
    /// The new name differs from all names of the list, before or after it.
    mutating func take(
        _ name: inout String, orElse fallback: @autoclosure () -> String
    ) -> String? {
        if !name.isEmpty, taken.insert(name).inserted { return nil }
        let problem = name.isEmpty ? "no name" : "the name \"\(name.shortened)\" of another"
        let base = name.isEmpty ? fallback() : name
        name = base
        var number = 2
        while all.contains(name) || !taken.insert(name).inserted {
            name = "\(base) \(number)"
            number += 1
        }
        return "\(problem), and goes by \"\(name.shortened)\"."
    }
}
