/// The checks of sets when they are registered, which also fill in missing names.
package enum ResponseSetChecks {
    /// Returns the sets with unique names, and their faults by name.
    ///
    /// A set or response whose name is missing or taken gets a new one, so that it still answers.
    package static func named(
        _ sets: [ResponseSet]
    ) -> (sets: [ResponseSet], faults: [String: [BarricadeError]]) {
        var faults: [String: [BarricadeError]] = [:]
        var names = Set<String>(minimumCapacity: sets.count)
        lazy var givenNames = Set(sets.map(\.name))
        let checked = sets.map { set -> ResponseSet in
            var set = set
            var found: [BarricadeError] = []
            if let (name, problem) = replacement(
                for: set.name, unless: &names, sparing: givenNames,
                orElse: set.matcher.clause.maskedDescription)
            {
                set.name = name
                found.append(
                    fault(set, "has \(problem) Names of sets must be unique and not empty."))
            }
            var responses = Set<String>(minimumCapacity: set.responses.count)
            lazy var givenResponses = Set(set.responses.map(\.name))
            for index in set.responses.indices {
                if let (name, problem) = replacement(
                    for: set.responses[index].name, unless: &responses, sparing: givenResponses,
                    orElse: "Response \(index + 1)")
                {
                    set.responses[index].name = name
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
                        "names \"\(name.shortened)\" as its default, but has no such response. Known: \(known)."
                    ))
            }
            faults[set.name] = found.isEmpty ? nil : found
            return set
        }
        return (checked, faults)
    }

    /// Returns a unique name to replace a missing or taken one, and the problem, as the end of a
    /// sentence.
    ///
    /// The new name differs from all names in the source, before or after it in the list.
    private static func replacement(
        for name: String, unless taken: inout Set<String>,
        sparing givenNames: @autoclosure () -> Set<String>,
        orElse fallback: @autoclosure () -> String
    ) -> (name: String, problem: String)? {
        if !name.isEmpty, taken.insert(name).inserted { return nil }
        let problem = name.isEmpty ? "no name" : "the name \"\(name.shortened)\" of another"
        let base = name.isEmpty ? fallback() : name
        var candidate = base
        let given = givenNames()
        var number = 2
        while given.contains(candidate) || !taken.insert(candidate).inserted {
            candidate = "\(base) \(number)"
            number += 1
        }
        return (candidate, "\(problem), and goes by \"\(candidate.shortened)\".")
    }

    private static func fault(_ set: ResponseSet, _ problem: String) -> BarricadeError {
        BarricadeError(
            .invalidDefinition,
            "Response set \"\(set.name.shortened)\" (\(set.origin.text)) \(problem)")
    }
}
