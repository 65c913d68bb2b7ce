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
        let cover = Cover(sets.flatMap(\.responseSets), including: kinds)
        let defaults = cover.choices.map { _ in 0 }
        var rows = [defaults]
        for (set, choices) in cover.choices.enumerated() {
            for response in choices.responses.indices.dropFirst() {
                var row = defaults
                row[set] = response
                rows.append(row)
            }
        }
        return cover.combinations(rows, by: "walk")
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
        let cover = Cover(sets.flatMap(\.responseSets), including: kinds)
        let counts = cover.choices.map(\.responses.count)
        var rows = CoveringArray(Array(counts.prefix(Cover.mostPairedSets))).rows
        let others = counts.dropFirst(Cover.mostPairedSets)
        // Rows are repeated if another set has more responses than there are rows.
        let paired = rows.count
        for row in paired..<Swift.max(paired, others.max() ?? 0) {
            rows.append(rows[row % paired])
        }
        for row in rows.indices {
            // Shifted from set to set, so that more pairs occur.
            rows[row] += zip(others.indices, others).map { (row + $0) % $1 }
        }
        return cover.combinations(rows, by: "pairs", leftOut: others.count)
    }
}

/// The responses to cover, and those that are left out.
private struct Cover {
    static let mostPairedSets = 100

    private(set) var choices: [Preset.Combinations.Choices] = []
    private let sets: [ResponseSet]
    private var excluded: [String] = []

    init(_ sets: [ResponseSet], including kinds: CannedResponse.Kinds) {
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
                Preset.Combinations.Choices(
                    set: set.name,
                    responses: names.filter { $0 == defaults } + names.filter { $0 != defaults },
                    defaults: defaults))
        }
    }

    private static func reason(_ kinds: CannedResponse.Kinds) -> String {
        kinds.contains(.live) ? "needs the real server" : "may never end"
    }

    /// - Parameter others: The number of sets that are not paired.
    func combinations(
        _ rows: [[Int]], by maker: String, leftOut others: Int = 0
    ) -> Preset.Combinations {
        var excluded = excluded
        if others > 0 {
            excluded.append(
                """
                Pairs with "\(choices[Self.mostPairedSets].set.shortened)"\
                \(others > 1 ? " and \(others - 1) more" : ""): only the first \
                \(Self.mostPairedSets) sets are paired.
                """)
        }
        return Preset.Combinations(
            sets: sets, excluded: excluded, choices: choices, rows: rows, maker: maker)
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
