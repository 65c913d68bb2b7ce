import Barricade
import BarricadeTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct PresetCombinationsTests {
    private static let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Wrong Password", status: .unauthorized)
        CannedResponse.offline()
    }

    private static let cart = ResponseSet("Cart", on: .get("/cart"), default: "Full") {
        CannedResponse("Empty", json: [])
        CannedResponse("Full", json: [1, 2])
    }

    /// Makes sets with as many responses as the counts say.
    private static func sets(_ counts: [Int]) -> [ResponseSet] {
        counts.enumerated().map { set, count in
            ResponseSet(
                "Set \(set)", on: .get("/\(set)"),
                responses: (0..<count).map { CannedResponse("Response \($0)") })
        }
    }

    // MARK: Walking

    @Test func walksThroughEachResponseWhileTheOthersAreAtDefaults() throws {
        let walk = Preset.walk(over: Self.login, Self.cart)
        #expect(
            walk.map { "\($0.name): \($0.selection), varied: \($0.varied ?? ["all"])" } == [
                "Defaults: Cart=Full, Login=Success, varied: []",
                #"Login: Wrong Password: Cart=Full, Login=Wrong Password, varied: ["Login"]"#,
                #"Login: Offline: Cart=Full, Login=Offline, varied: ["Login"]"#,
                #"Cart: Empty: Cart=Empty, Login=Success, varied: ["Cart"]"#,
            ])
        #expect("\(walk)" == "4 presets over 2 response sets")
        #expect(walk.excluded == [])

        let long = Preset.walk(over: Self.sets(Array(repeating: 4, count: 1_000)))
        try #require(long.count == 3_001)
        #expect(long[2_998].name == "Set 999: Response 1")
        let last = Dictionary(
            uniqueKeysWithValues: (0..<1_000).map { ("Set \($0)", "Response \($0 / 999 * 3)") })
        #expect(long[3_000].selection.responses == last)
    }

    // MARK: Pairing

    struct Size: Sendable, CustomTestStringConvertible {
        let counts: [Int]
        let limit: Int

        var testDescription: String { "\(counts.count) sets, at most \(limit) presets" }
    }

    /// A count of its own: nothing of the code under test helps to find a pair.
    @Test(arguments: [
        Size(counts: Array(repeating: 6, count: 10), limit: 70),
        Size(counts: Array(repeating: 5, count: 20), limit: 64),
        Size(counts: Array(repeating: 3, count: 100), limit: 36),
        Size(counts: [2, 3, 4, 5, 6, 7], limit: 50),
        Size(counts: [9, 1, 8, 1, 1, 2], limit: 76),
        Size(counts: [4, 4], limit: 16),
        Size(counts: [5], limit: 5),
        Size(counts: [1, 1, 1], limit: 1),
    ])
    func pairsEveryTwoResponsesOfTwoSets(_ size: Size) {
        let pairs = Preset.pairs(over: Self.sets(size.counts))
        let presets = Array(pairs)
        #expect(presets.count <= size.limit)
        let counts = [Set(presets.map(\.name)).count, Set(presets.map(\.selection)).count]
        #expect(counts == [presets.count, presets.count])
        #expect(Array(Preset.pairs(over: Self.sets(size.counts))) == presets, "the same each time")
        var missing: [String] = []
        for (first, count) in size.counts.enumerated() {
            for response in 0..<count {
                let with = presets.filter {
                    $0.selection["Set \(first)"] == "Response \(response)"
                }
                if with.isEmpty { missing.append("\(first): \(response)") }
                for second in size.counts.indices where second > first {
                    let met = Set(with.compactMap { $0.selection["Set \(second)"] })
                    if met.count != size.counts[second] {
                        missing.append("\(first): \(response) and all of \(second)")
                    }
                }
            }
        }
        #expect(missing == [])
        #expect(pairs.excluded == [])
    }

    @Test func namesWhatAPairSelectsAndCutsAndNumbersLongNames() {
        #expect(
            Preset.pairs(over: Self.login, Self.cart).map(\.name).sorted() == [
                "Cart: Empty", "Defaults", "Login: Offline", "Login: Offline, Cart: Empty",
                "Login: Wrong Password", "Login: Wrong Password, Cart: Empty",
            ])
        let pairs = Preset.pairs(over: Self.sets(Array(repeating: 5, count: 20)))
        let names = pairs.map(\.name)
        #expect(names.allSatisfy { $0.count < 160 })
        #expect(Set(names).count == names.count)
        let cut =
            /(Set \d+: Response \d, )+Set \d+: Response \d and \d+ more \(\d+ of \d+\)/
        #expect(names.contains { $0.wholeMatch(of: cut) != nil })
    }

    @Test func pairsTheFirstOfVeryManySetsAndSaysSo() {
        var counts = Array(repeating: 3, count: 300)
        counts[299] = 50
        let pairs = Preset.pairs(over: Self.sets(counts))
        let message = #"Pairs with "Set 100" and 199 more: only the first 100 sets are paired."#
        #expect(pairs.count == 50)
        #expect(pairs.excluded == [message])
        let selections = pairs.map(\.selection)
        let seen = counts.indices.map { set in Set(selections.compactMap { $0["Set \(set)"] }) }
        #expect(seen.map(\.count) == counts)
    }

    // MARK: Leaving out

    @Test func leavesOutWhatNeedsAServerOrMayNeverEnd() {
        let feed = ResponseSet("Feed", on: .get("/feed")) {
            CannedResponse.live()
            CannedResponse.live("Changed") { reply, _ in reply.response }
            CannedResponse.neverAnswers()
            CannedResponse("Stream", body: .stream { AsyncStream { $0.finish() } })
            CannedResponse("Chunks", body: .chunks(["a", "b"]))
            CannedResponse("Handler") { _ in CannedResponse() }
            CannedResponse.sequence("Waits") {
                CannedResponse(status: 503)
                CannedResponse.neverAnswers("")
            }
            CannedResponse.weighted("Flaky", [(1, CannedResponse()), (1, .offline(""))])
        }
        let walk = Preset.walk(over: feed)
        let excluded = [
            #""Feed" / "Live" needs the real server."#,
            #""Feed" / "Changed" needs the real server."#,
            #""Feed" / "Never Answers" may never end."#,
            #""Feed" / "Stream" may never end."#,
            #""Feed" / "Waits" may never end."#,
        ]
        let selected = walk.map { $0.selection["Feed"] }
        #expect((selected, walk.excluded) == (["Chunks", "Handler", "Flaky"], excluded))
        let others = [
            Preset.walk(over: feed, including: .live),
            Preset.walk(over: feed, including: .neverEnding),
            Preset.pairs(over: feed, including: [.live, .neverEnding]),
        ]
        #expect(others.map(\.count) == [5, 6, 8])
        #expect(others[2].excluded == [])
        #expect(others[2][0].name == "Defaults")
    }

    @Test func selectsNothingInASetWithoutChoices() {
        let empty = ResponseSet("Empty", on: .get("/empty")) {}
        let live = ResponseSet("Server", on: .get("/server")) { CannedResponse.live() }
        for combinations in [
            Preset.walk(over: empty, Self.cart, live),
            Preset.pairs(over: empty, Self.cart, live),
        ] {
            let selected = combinations.map { Array($0.selection.responses.keys) }
            let excluded = [
                #"Nothing is selected in "Empty": it has no responses."#,
                #""Server" / "Live" needs the real server."#,
                #"Nothing is selected in "Server": all responses are left out."#,
            ]
            #expect((selected, combinations.excluded) == ([["Cart"], ["Cart"]], excluded))
        }
    }

    // MARK: Applying

    @Test func canBeAppliedToWhatGroupsAndDuplicatesBecome() throws {
        let shop = ResponseGroup("Shop", at: "/v1", everySet: [.serverError()]) {
            Self.login
            Self.cart
            ResponseSet("Cart", on: .delete("/cart")) {
                CannedResponse(status: .noContent)
                CannedResponse(status: .conflict)
            }
            ResponseSet("Lone", on: .get("/lone")) { CannedResponse(status: .ok) }
        }
        for combinations in [Preset.walk(over: shop), Preset.pairs(over: shop)] {
            let barricade = Barricade(shop) { $0.faultHandler = { _ in } }
            #expect(combinations.sets.map(\.name) == ["Login", "Cart", "Cart 2", "Lone"])
            var seen: Set<String> = []
            for preset in combinations {
                try barricade.apply(preset)
                #expect(barricade.selection == preset.selection)
                seen.formUnion(preset.selection.responses.map { "\($0.key)/\($0.value)" })
            }
            let all = barricade.sets.flatMap { set in
                set.responses.map { "\(set.name)/\($0.name)" }
            }
            #expect(seen == Set(all))
        }
    }
}
