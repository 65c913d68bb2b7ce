// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(10))) final class ScreenModelTests: ShopOnScreen {
    @Test func listsSetsByGroupOrSaysThatThereAreNone() {
        #expect(
            model.sections.map { [$0.title] + $0.rows.map(\.name) } == [
                ["Account", "Login", "Profile"], ["Shop", "Books"], ["Other sets", "Health"],
            ])
        #expect(model.sections.first?.sentence == "Account, 2 sets")
        #expect(ScreenModel(Barricade(Shop.health)).sections.map(\.title) == ["Sets"])
        let none = ScreenModel(Barricade())
        let words = [none.emptyText, none.overview.differences]
        #expect(words == ["No response sets are registered.", "All sets are at their defaults"])
    }

    @Test func aRowSpeaksOneSentenceAndWhatIsChosenShowsAtOnce() throws {
        var sentences: [String?] = []
        model.select("Offline", for: "Login")
        model.togglePin(of: "Login")
        for mode in [ResponseSet.Mode.held, .live] {
            model.setMode(mode, for: "Login")
            sentences.append(model.row(of: "Login")?.sentence)
        }
        #expect(
            sentences == [
                "Login, Offline, waits, then error notConnectedToInternet, held, changed, pinned",
                "Login, Offline, the real server, live, changed, pinned",
            ])
        #expect(model.overview.differences == "1 selected, 1 live")
        let login = barricade.overview["Login"]
        #expect((login?.mode, login?.selectedResponse) == (.live, "Offline"))
    }

    @Test func adjustingGoesThroughTheResponsesAndStopsAtTheirEnds() {
        let responses = [-1, 1, 1, 1].map { step in
            model.step("Login", by: step)
            return model.row(of: "Login")?.response
        }
        #expect(responses == ["Success", "Locked", "Offline", "Offline"])
        model.step("Nothing", by: 1)
        #expect(model.message == nil)
    }

    @Test func tellsBeforeItChanges() {
        var seen: [String?] = []
        model.willChange = { [weak model] in seen.append(model?.row(of: "Login")?.sentence) }
        model.select("Offline", for: "Login")
        for _ in 0..<2 { model.search.text = "x" }
        #expect(
            seen == [
                "Login, Success, 200 OK", "Login, Offline, error notConnectedToInternet, changed",
            ])
    }

    @Test func followsWhatOthersChangeAndKeepsRepliesMeanwhile() async throws {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        model.willChange = { change.yield() }
        let following = Task { await model.follow() }
        try barricade.select("Empty", for: "Profile")
        for await _ in changes { break }
        // The change is made right after it was told, in the same turn of the main actor.
        await MainActor.run {}
        #expect(model.row(of: "Profile")?.response == "Empty")
        await barricade.session.ask("/profile")
        #expect(model.logDetail(of: 0)?.reply?.body.text == "{}")
        following.cancel()
        await following.value
        #expect(model.logDetail(of: 0)?.reply == nil)
        #expect(!model.isReleased)
    }

    @Test func choosesConditionsAndPolicyAlsoThoseThatTheCodeHasSet() {
        let choices = model.choices
        #expect(
            (choices.networkConditions.first, choices.unmatchedPolicies)
                == (.offline, [.fail, .passThrough, .warn]))
        for name in ["3G", nil] {
            model.conditions = name
            #expect([model.conditions, barricade.networkConditions?.name] == [name, name])
        }
        for name in ["pass through", "nonsense"] { model.policy = name }
        #expect(barricade.unmatchedPolicy == .passThrough)

        let conditions = NetworkConditions("Train", latency: .milliseconds(300))
        let policy = UnmatchedPolicy.passThrough(hosts: ["localhost"])
        let other = Barricade(Shop.login) {
            $0.networkConditions = conditions
            $0.unmatchedPolicy = policy
        }
        let screen = ScreenModel(other)
        screen.conditions = nil
        screen.policy = "fail"
        screen.conditions = "Train"
        screen.policy = "pass through to localhost, else fail"
        #expect(other.networkConditions == conditions)
        #expect(other.unmatchedPolicy == policy)
        // What the code sets later is shown, and stays when it is chosen.
        other.networkConditions = NetworkConditions("Later")
        other.unmatchedPolicy = .passThrough(hosts: ["later"])
        screen.refresh()
        #expect(screen.conditionNames.prefix(2) == ["Later", "Train"])
        #expect(screen.policyNames.prefix(2) == ["pass through to later, else fail", "\(policy)"])
        screen.conditions = "Later"
        #expect(other.networkConditions?.name == "Later")
    }

    @Test func looksForMistakesWhenAsked() async {
        let broken = ResponseSet("Broken", on: .get("/x")) {
            CannedResponse("Missing", file: "/nowhere/x.json")
        }
        let barricade = Barricade(broken)
        let model = ScreenModel(barricade)
        #expect(model.faults == [])
        #expect(model.foundFaults == nil)
        await model.validate()
        let faults = barricade.validate().map(\.message)
        #expect(model.faults == faults)
        #expect(faults.count == 1)
        #expect(model.foundFaults != nil)
    }

    // MARK: Bad input

    @Test func aChoiceThatFailsSaysWhy() throws {
        try barricade.unregister("Login")
        model.select("Offline", for: "Login")
        #expect(
            model.message == """
                No response set is named "Login".
                Known: "Books", "Profile", "Health".
                """)
        #expect(model.row(of: "Login") == nil)
        #expect(model.responses(of: "Login").isEmpty)
        #expect(model.latestRequests(to: "Login").isEmpty)
    }

    @Test func aBarricadeThatIsGoneIsSaid() async {
        var barricade: Barricade? = Barricade(Shop.login)
        let model = ScreenModel(barricade!)
        model.select("Offline", for: "Login")
        let following = Task { await model.follow() }
        await Task { @MainActor in barricade = nil }.value
        await following.value
        #expect(model.isReleased)
        #expect(model.message == nil)
        model.reset()
        #expect(model.message == "The barricade no longer exists.")
        // Nor is there anything to undo.
        #expect(model.undoStep == nil)
        model.undo()
        await model.validate()
        #expect(model.row(of: "Login")?.response == "Offline")
        #expect(model.detail(of: "Success", in: "Login") == nil)
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
        var selected = [barricade.selection[name]]
        model.reset()
        selected.append(barricade.selection[name])
        model.apply(preset: name)
        selected.append(barricade.selection[name])
        #expect(selected == [name, "First", name])
        model.togglePin(of: name)
        #expect(model.sections.map(\.title) == ["Pinned"])
        #expect(model.message == nil)
    }
}
#endif
