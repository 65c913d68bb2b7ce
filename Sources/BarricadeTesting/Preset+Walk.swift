public import Barricade

extension Preset {
    /// Returns presets that select each response of each set once, with defaults in all other sets.
    ///
    /// ```swift
    /// @Test(arguments: Preset.walk(over: shop)) func neverHangs(selection: Preset) async throws {
    ///     try Barricade.current.apply(selection)
    /// ```
    ///
    /// The first preset selects all defaults. Each of the others selects one other response, so a
    /// failure names its cause. If a set's default is left out, the set's first remaining response
    /// takes its place.
    ///
    /// In a test, each set that a preset varies must get a request. If there is nothing to select,
    /// there is one preset, and applying it fails. ``Combinations/excluded`` lists the responses
    /// that no preset selects.
    ///
    /// - Parameters:
    ///   - sets: The sets to select in.
    ///   - kinds: The kinds of responses to select too, which may need a server or a timeout.
    public static func walk(
        over sets: any ResponseSetConvertible..., including kinds: CannedResponse.Kinds = []
    ) -> Combinations {
        var walk = Combinations(of: sets.flatMap(\.responseSets), including: kinds, by: "walk")
        let defaults = walk.choices.map { _ in 0 }
        walk.rows = [defaults]
        for (set, choices) in walk.choices.enumerated() {
            for response in choices.responses.indices.dropFirst() {
                var row = defaults
                row[set] = response
                walk.rows.append(row)
            }
        }
        return walk
    }

    /// Returns presets in which every two responses of two sets are selected together at least once.
    ///
    /// ```swift
    /// @Test(arguments: Preset.pairs(over: shop)) func neverHangs(selection: Preset) async throws {
    ///     try Barricade.current.apply(selection)
    /// ```
    ///
    /// Most faults need no more than two causes, and pairs need few presets: 67 for 10 sets of 6
    /// responses. The same sets always give the same presets. Of more than 100 sets, only the
    /// first 100 are paired; each response of the others is selected at least once.
    ///
    /// In a test, each set that a preset varies must get a request, and applying an empty preset
    /// fails, as in ``walk(over:including:)``. ``Combinations/excluded`` lists what no preset
    /// selects.
    ///
    /// - Parameters:
    ///   - sets: The sets to select in.
    ///   - kinds: The kinds of responses to select too, which may need a server or a timeout.
    public static func pairs(
        over sets: any ResponseSetConvertible..., including kinds: CannedResponse.Kinds = []
    ) -> Combinations {
        var pairs = Combinations(of: sets.flatMap(\.responseSets), including: kinds, by: "pairs")
        let counts = pairs.choices.map(\.responses.count)
        let paired = counts.prefix(100)
        let others = counts.dropFirst(paired.count)
        let rows = CoveringArray(Array(paired)).rows
        // Rows are repeated if another set has more responses than there are rows.
        pairs.rows = (0..<Swift.max(rows.count, others.max() ?? 0)).map { row in
            // Shifted from set to set, so that more pairs occur.
            rows[row % rows.count] + zip(others.indices, others).map { (row + $0) % $1 }
        }
        if !others.isEmpty {
            pairs.excluded.append(
                """
                Pairs with "\(pairs.choices[paired.count].set.shortened)"\
                \(others.count > 1 ? " and \(others.count - 1) more" : ""): only the first \
                \(paired.count) sets are paired.
                """)
        }
        return pairs
    }
}

extension Preset.Combinations {
    /// Finds the responses to select, and those that are left out; there are no presets yet.
    fileprivate init(
        of sets: [ResponseSet], including kinds: CannedResponse.Kinds, by maker: String
    ) {
        self.maker = maker
        // With the names that they get when they are registered.
        self.sets = ResponseSet.checked(sets)
        for set in self.sets {
            let kept = set.responses.filter { kinds.isSuperset(of: $0.kinds) }
            excluded += set.responses.filter { !kinds.isSuperset(of: $0.kinds) }.map {
                "\"\(set.name.shortened)\" / \"\($0.name.shortened)\" \(Self.reason($0.kinds.subtracting(kinds)))."
            }
            guard !kept.isEmpty else {
                let reason =
                    set.responses.isEmpty ? "it has no responses" : "all responses are left out"
                excluded.append("Nothing is selected in \"\(set.name.shortened)\": \(reason).")
                continue
            }
            let defaults = set.defaultIndex.map { set.responses[$0].name }
            let names = kept.map(\.name)
            choices.append(
                Choices(
                    set: set.name,
                    responses: names.filter { $0 == defaults } + names.filter { $0 != defaults },
                    defaults: defaults))
        }
    }

    private static func reason(_ kinds: CannedResponse.Kinds) -> String {
        kinds.contains(.live) ? "needs the real server" : "may never end"
    }
}

#if canImport(Testing)
public import Barricade
public import Testing

extension Preset: CustomTestStringConvertible {
    /// The name, so that `@Test(arguments: Preset.walk(over: shop))` names its cases.
    public var testDescription: String { "\"\(name)\"" }
}
#endif
