// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(10))) struct ScreenModelTests {
    private let barricade = Barricade(Shop.all) {
        $0.presets = [Preset("Offline", everySet: "Offline")]
    }
    private let model: ScreenModel

    init() {
        model = ScreenModel(barricade)
    }

    @Test func listsSetsByGroup() {
        #expect(model.sections.map(\.title) == ["Account", "Shop", "Other sets"])
        #expect(
            model.sections.map { $0.rows.map(\.name) } == [
                ["Login", "Profile"], ["Books"], ["Health"],
            ])
        #expect(model.sections.map(\.sentence).first == "Account, 2 sets")
        #expect(ScreenModel(Barricade(Shop.health)).sections.map(\.title) == ["Sets"])
    }

    @Test func aRowSpeaksOneSentence() throws {
        let row = try #require(model.row(of: "Login"))
        #expect(row.sentence == "Login, Success, 200 OK")
        model.select("Offline", for: "Login")
        model.setMode(.held, for: "Login")
        model.togglePin(of: "Login")
        #expect(
            model.row(of: "Login")?.sentence
                == "Login, Offline, waits, then error notConnectedToInternet, held, changed, pinned"
        )
        model.setMode(.live, for: "Login")
        #expect(
            model.row(of: "Login")?.sentence
                == "Login, Offline, the real server, live, changed, pinned")
    }

    @Test func choosingShowsAtOnce() throws {
        model.select("Locked", for: "Login")
        #expect(try barricade.selectedResponse(for: "Login") == "Locked")
        #expect(model.row(of: "Login")?.outcome == "423 locked, after 2.0 seconds")
        #expect(model.overview.differences == "1 selected")
        model.setMode(.live, for: "Books")
        #expect(try barricade.mode(of: "Books") == .live)
        #expect(model.overview.differences == "1 selected, 1 live")
    }

    @Test func adjustingGoesThroughTheResponsesAndStopsAtTheirEnds() {
        model.step("Login", by: -1)
        #expect(model.row(of: "Login")?.response == "Success")
        model.step("Login", by: 1)
        model.step("Login", by: 1)
        model.step("Login", by: 1)
        #expect(model.row(of: "Login")?.response == "Offline")
        model.step("Nothing", by: 1)
        #expect(model.message == nil)
    }

    @Test func aPresetIsAppliedThenModified() {
        #expect(model.overview.presets.map(\.state) == [.available])
        model.apply(preset: "Offline")
        #expect(model.overview.presets.map(\.state) == [.applied])
        #expect(model.row(of: "Books")?.response == "Offline")
        model.select("Two", for: "Books")
        #expect(model.overview.presets.map(\.state) == [.modified])
    }

    @Test func tellsBeforeItChanges() {
        var seen: [String] = []
        model.willChange = { [weak model] in seen.append(model?.row(of: "Login")?.response ?? "") }
        model.select("Offline", for: "Login")
        #expect(seen == ["Success"])
        model.search.text = "x"
        model.search.text = "x"
        #expect(seen == ["Success", "Offline"])
    }

    @Test func followsWhatOthersChange() async throws {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        model.willChange = { change.yield() }
        let following = Task { await model.follow() }
        try barricade.select("Locked", for: "Login")
        for await _ in changes { break }
        // The change is made right after it was told, in the same turn of the main actor.
        await MainActor.run {}
        #expect(model.row(of: "Login")?.response == "Locked")
        following.cancel()
        await following.value
        #expect(!model.isReleased)
    }

    @Test func choosesConditionsAndPolicy() {
        #expect(model.choices.networkConditions.first == .offline)
        model.conditions = "3G"
        #expect(barricade.networkConditions == .threeG)
        #expect(model.conditions == "3G")
        model.conditions = nil
        #expect(barricade.networkConditions == nil)
        #expect(model.choices.unmatchedPolicies == [.fail, .passThrough, .warn])
        model.policy = "pass through"
        #expect(barricade.unmatchedPolicy == .passThrough)
        model.policy = "nonsense"
        #expect(barricade.unmatchedPolicy == .passThrough)
    }

    @Test func whatTheCodeHasSetStaysAChoice() {
        let conditions = NetworkConditions("Train", latency: .milliseconds(300))
        let policy = UnmatchedPolicy.passThrough(hosts: ["localhost"])
        let barricade = Barricade(Shop.login) {
            $0.networkConditions = conditions
            $0.unmatchedPolicy = policy
        }
        let model = ScreenModel(barricade)
        model.conditions = nil
        model.policy = "fail"
        model.conditions = "Train"
        model.policy = "pass through to localhost, else fail"
        #expect(barricade.networkConditions == conditions)
        #expect(barricade.unmatchedPolicy == policy)
    }

    @Test func looksForMistakesWhenAsked() async {
        let broken = ResponseSet("Broken", on: .get("/x")) {
            CannedResponse("Missing", file: "/nowhere/x.json")
        }
        let barricade = Barricade(broken)
        let model = ScreenModel(barricade)
        #expect(model.faults == [] && model.foundFaults == nil)
        await model.validate()
        #expect(model.foundFaults != nil)
        #expect(model.faults == barricade.validate().map(\.message))
        #expect(model.faults.count == 1)
    }

    // MARK: Bad input

    @Test func withoutSetsItSaysSo() {
        let model = ScreenModel(Barricade())
        #expect(model.emptyText == "No response sets are registered.")
        #expect(model.overview.differences == "All sets are at their defaults")
        #expect(!model.canReset)
    }

    @Test func aChoiceThatFailsSaysWhy() throws {
        try barricade.unregister("Login")
        model.select("Offline", for: "Login")
        #expect(
            model.message
                == "No response set is named \"Login\".\nKnown: \"Books\", \"Profile\", \"Health\"."
        )
        #expect(model.row(of: "Login") == nil)
        #expect(model.responses(of: "Login").isEmpty)
        #expect(model.latestRequests(to: "Login").isEmpty)
    }

    @Test func aBarricadeThatIsGoneIsSaid() async {
        var barricade: Barricade? = Barricade(Shop.login)
        let model = ScreenModel(barricade!)
        let following = Task { await model.follow() }
        await Task { @MainActor in barricade = nil }.value
        await following.value
        #expect(model.isReleased && model.message == nil)
        model.select("Offline", for: "Login")
        #expect(model.message == "The barricade no longer exists.")
        model.undo()
        await model.validate()
        #expect(model.row(of: "Login")?.response == "Success")
        #expect(model.detail(of: "Success", in: "Login") == nil)
    }

    @Test func drawsAThousandSets() {
        let sets = (0..<1_000).map { number in
            ResponseSet("Set \(number)", on: .get("/\(number)"), group: "Group \(number % 7)") {
                CannedResponse("OK")
                CannedResponse("Offline", error: .notConnectedToInternet)
            }
        }
        let barricade = Barricade(sets)
        let model = ScreenModel(barricade)
        #expect(model.sections.count == 7)
        model.search.text = "set 99"
        #expect(model.sections.flatMap(\.rows).count == 19)
        model.search.text = ""
        model.select("Offline", for: "Set 999")
        #expect(model.overview.differences == "1 selected")
    }

    @Test(arguments: [
        String(repeating: "n", count: 500), "تسجيل الدخول", "🏴‍☠️👩‍👩‍👧", "a/b#c?d", "\u{301}",
    ])
    func anyNameCanBeShownFoundAndChosen(name: String) throws {
        let set = ResponseSet(name, on: .get("/x")) {
            CannedResponse("First")
            CannedResponse(name)
        }
        let barricade = Barricade(set) { $0.presets = [Preset(name, [name: name])] }
        let model = ScreenModel(barricade)
        model.search.text = name
        #expect(model.sections.flatMap(\.rows).map(\.name) == [name])
        model.select(name, for: name)
        #expect(try barricade.selectedResponse(for: name) == name)
        model.reset()
        #expect(try barricade.selectedResponse(for: name) == "First")
        model.apply(preset: name)
        model.togglePin(of: name)
        #expect(model.sections.map(\.title) == ["Pinned"])
        #expect(model.message == nil)
    }

    @Test func aStorageThatFailsIsSaid() {
        let barricade = Barricade(Shop.login) {
            $0.storage = BrokenStorage()
            $0.faultHandler = { _ in }
        }
        let model = ScreenModel(barricade)
        #expect(model.overview.storage.fault == nil)
        model.select("Offline", for: "Login")
        #expect(model.overview.storage.fault?.contains("cannot be saved: the disk is full") == true)
        #expect(model.row(of: "Login")?.response == "Offline")
        #expect(model.overview.storage.place == "BrokenStorage")
    }

    private struct BrokenStorage: SelectionStorage {
        struct Full: Error, CustomStringConvertible {
            let description = "the disk is full"
        }

        func load(for barricade: String) -> Preset.Selection { Preset.Selection() }
        func update(
            for barricade: String, _ change: @Sendable (inout Preset.Selection) -> Void
        ) throws {
            throw Full()
        }
    }
}
#endif
