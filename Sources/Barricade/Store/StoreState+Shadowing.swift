extension StoreState {
    /// The sets that can never answer, since an earlier one claims all their requests.
    ///
    /// It compares only sets of one registration, since later sets are meant to replace earlier
    /// ones. It compares none if there are more than 2 000.
    var shadowingFaults: [BarricadeError] {
        guard setCount <= 2_000 else { return [] }
        var faults: [BarricadeError] = []
        var earlier: [RegisteredSet] = []
        for set in orderedSets {
            if earlier.first?.registration != set.registration { earlier = [] }
            if let first = earlier.first(where: { $0.covers(set) }) {
                faults.append(
                    BarricadeError(
                        .invalidDefinition,
                        """
                        Response set "\(set.name.shortened)" (\(set.definition.origin.text)) never answers: \
                        "\(first.name.shortened)" (\(first.definition.origin.text)) is listed before it and \
                        claims all of its requests.

                        To fix: list it first, or let "\(first.name.shortened)" match less.
                        """))
            }
            earlier.append(set)
        }
        return faults
    }
}

extension RegisteredSet {
    fileprivate func covers(_ other: RegisteredSet) -> Bool {
        // A sequence may leave its requests to the next set.
        definition.matcher.clause.covers(other.definition.matcher.clause)
            && !responses.contains { $0.endsWithNextSet }
    }
}
