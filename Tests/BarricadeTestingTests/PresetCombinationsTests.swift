import Barricade
import BarricadeTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct PresetCombinationsTests {
    private let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
        CannedResponse("Wrong Password", status: .unauthorized)
        CannedResponse.offline()
    }

    private let cart = ResponseSet("Cart", on: .get("/cart"), default: "Full") {
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

    @Test func walksThroughEachResponseWhileTheOthersAreAtDefaults() {
        let walk = Preset.walk(over: login, cart)
        #expect(
            walk.map { "\($0.name): \($0.selection)" } == [
                "Defaults: Cart=Full, Login=Success",
                "Login: Wrong Password: Cart=Full, Login=Wrong Password",
                "Login: Offline: Cart=Full, Login=Offline",
                "Cart: Empty: Cart=Empty, Login=Success",
            ])
        #expect(walk.map(\.varied) == [[], ["Login"], ["Login"], ["Cart"]])
        #expect(walk.excluded == [])
        #expect("\(walk)" == "4 presets over 2 response sets")
    }

    @Test func walksThroughAThousandSets() throws {
        let walk = Preset.walk(over: Self.sets(Array(repeating: 4, count: 1_000)))
        #expect(walk.count == 3_001)
        #expect(walk[2_998].name == "Set 999: Response 1")
        #expect(walk[2_998].selection.responses.count == 1_000)
        let last = try #require(walk.last)
        #expect(last.selection["Set 999"] == "Response 3")
        #expect(last.selection["Set 998"] == "Response 0")
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
        #expect(Set(presets.map(\.name)).count == presets.count)
        #expect(Set(presets.map(\.selection)).count == presets.count)
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

    @Test func makesTheSamePairsEachTime() {
        let sets = Self.sets([6, 5, 4, 3, 3, 3, 3])
        #expect(Array(Preset.pairs(over: sets)) == Array(Preset.pairs(over: sets)))
    }

    @Test func namesWhatAPairSelects() {
        let names = Preset.pairs(over: login, cart).map(\.name)
        #expect(
            Set(names) == [
                "Defaults", "Login: Wrong Password", "Login: Offline", "Cart: Empty",
                "Login: Wrong Password, Cart: Empty", "Login: Offline, Cart: Empty",
            ])
        #expect(names.count == 6)
    }

    @Test func cutsLongNamesAndNumbersThem() {
        let pairs = Preset.pairs(over: Self.sets(Array(repeating: 5, count: 20)))
        let names = pairs.map(\.name)
        #expect(names.allSatisfy { $0.count < 160 })
        #expect(Set(names).count == names.count)
        #expect(
            names.contains {
                $0.wholeMatch(
                    of: /(Set \d+: Response \d, )+Set \d+: Response \d and \d+ more \(\d+ of \d+\)/)
                    != nil
            })
    }

    @Test func pairsTheFirstOfVeryManySetsAndSaysSo() {
        var counts = Array(repeating: 3, count: 1_000)
        counts[999] = 50
        let pairs = Preset.pairs(over: Self.sets(counts))
        #expect(pairs.count == 50)
        #expect(
            pairs.excluded == [
                """
                Pairs with "Set 100" and 899 more: only the first 100 sets are paired.
                """
            ])
        let presets = Array(pairs)
        for (set, count) in counts.enumerated() {
            #expect(Set(presets.compactMap { $0.selection["Set \(set)"] }).count == count)
        }
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
        #expect(
            walk.map { $0.selection["Feed"] } == ["Chunks", "Handler", "Flaky"])
        #expect(
            walk.excluded == [
                #""Feed" / "Live" needs the real server."#,
                #""Feed" / "Changed" needs the real server."#,
                #""Feed" / "Never Answers" may never end."#,
                #""Feed" / "Stream" may never end."#,
                #""Feed" / "Waits" may never end."#,
            ])
        #expect(Preset.walk(over: feed, including: .live).count == 5)
        #expect(Preset.walk(over: feed, including: .neverEnding).count == 6)
        let all = Preset.pairs(over: feed, including: [.live, .neverEnding])
        #expect(all.count == 8)
        #expect(all.excluded == [])
        #expect(all[0].name == "Defaults")
    }

    @Test func selectsNothingInASetWithoutChoices() {
        let empty = ResponseSet("Empty", on: .get("/empty")) {}
        let live = ResponseSet("Server", on: .get("/server")) { CannedResponse.live() }
        for combinations in [
            Preset.walk(over: empty, cart, live), Preset.pairs(over: empty, cart, live),
        ] {
            #expect(
                combinations.map { $0.selection.responses.keys.sorted() } == [["Cart"], ["Cart"]])
            #expect(
                combinations.excluded == [
                    #"Nothing is selected in "Empty": it has no responses."#,
                    #""Server" / "Live" needs the real server."#,
                    #"Nothing is selected in "Server": all responses are left out."#,
                ])
        }
    }

    // MARK: Applying

    @Test func canBeAppliedToWhatGroupsAndDuplicatesBecome() throws {
        let shop = ResponseGroup("Shop", at: "/v1", everySet: [.serverError()]) {
            login
            cart
            ResponseSet("Cart", on: .delete("/cart")) {
                CannedResponse(status: .noContent)
                CannedResponse(status: .conflict)
            }
            ResponseSet("Lone", on: .get("/lone")) { CannedResponse(status: .ok) }
        }
        for combinations in [Preset.walk(over: shop), Preset.pairs(over: shop)] {
            let barricade = Barricade(shop) { $0.faultHandler = { _ in } }
            #expect(combinations.sets.map(\.name) == ["Login", "Cart", "Cart 2", "Lone"])
            var seen: [String: Set<String>] = [:]
            for preset in combinations {
                try barricade.apply(preset)
                #expect(barricade.selection == preset.selection)
                for (set, response) in preset.selection.responses {
                    seen[set, default: []].insert(response)
                }
            }
            for set in barricade.sets { #expect(seen[set.name] == Set(set.responses.map(\.name))) }
        }
    }
}
