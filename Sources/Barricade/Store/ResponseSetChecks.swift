/// Finds the mistakes in sets when they are registered, and gives names where they are missing.
enum ResponseSetChecks {
    /// Returns the sets with a name each, and by name what is wrong with them.
    ///
    /// A set or response without a name, or with another's, is given one, so that it still answers.
    static func named(
        _ sets: [ResponseSet]
    ) -> (sets: [ResponseSet], faults: [String: [BarricadeError]]) {
        var faults: [String: [BarricadeError]] = [:]
        var names: Set<String> = []
        let givenNames = Set(sets.map(\.name))
        let checked = sets.map { set -> ResponseSet in
            var set = set
            var found: [BarricadeError] = []
            if let problem = rename(
                &set.name, unless: &names, sparing: givenNames, orElse: "\(set.matcher)")
            {
                found.append(
                    fault(set, "has \(problem) Names of sets must be unique and not empty."))
            }
            var responses: Set<String> = []
            let givenResponses = Set(set.responses.map(\.name))
            for index in set.responses.indices {
                let fallback = "Response \(index + 1)"
                let problem = rename(
                    &set.responses[index].name, unless: &responses, sparing: givenResponses,
                    orElse: fallback)
                if let problem {
                    found.append(
                        fault(
                            set,
                            "has a response with \(problem) Names must be unique in their set and not empty."
                        ))
                }
            }
            found += set.matcher.faults.map { fault(set, "never matches: \($0).") }
            if set.responses.isEmpty {
                found.append(fault(set, "has no responses, so its requests fail."))
            }
            if let name = set.defaultResponse, !responses.contains(name) {
                let known = NameSuggestion.list(nearestTo: name, among: set.responses.map(\.name))
                found.append(
                    fault(
                        set,
                        "names \"\(name.shortened)\" as its default, which it does not have. Known: \(known)."
                    ))
            }
            faults[set.name] = found.isEmpty ? nil : found
            return set
        }
        return (checked, faults)
    }

    /// Makes a name unique; returns the problem, as the end of a sentence, where it was not.
    ///
    /// A name that is made spares those given in the source, of whichever place in the list.
    private static func rename(
        _ name: inout String, unless taken: inout Set<String>, sparing given: Set<String>,
        orElse fallback: @autoclosure () -> String
    ) -> String? {
        if !name.isEmpty, taken.insert(name).inserted { return nil }
        let problem = name.isEmpty ? "no name" : "the name \"\(name.shortened)\" of another"
        let base = name.isEmpty ? fallback() : name
        var candidate = base
        var number = 2
        while given.contains(candidate) || !taken.insert(candidate).inserted {
            candidate = "\(base) \(number)"
            number += 1
        }
        name = candidate
        return "\(problem), and goes by \"\(candidate.shortened)\"."
    }

    private static func fault(_ set: ResponseSet, _ problem: String) -> BarricadeError {
        BarricadeError(
            .invalidDefinition,
            "Response set \"\(set.name.shortened)\" (\(set.origin.text)) \(problem)")
    }
}
