// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(10))) final class ResettingTests: ShopOnScreen {
    @Test func saysWhatItWillChangeAndTakesItBack() throws {
        #expect(!model.canReset)
        #expect(model.overview.resetLines.isEmpty)
        model.select("Offline", for: "Login")
        model.setMode(.live, for: "Login")
        model.setMode(.held, for: "Books")
        let lines = model.overview.resetLines
        model.reset()
        #expect(
            lines + [model.overview.differences, model.undoStep?.title] == [
                "Login: Offline to Success, live to barricaded", "Books: held to barricaded",
                "All sets are at their defaults", "Reset of 2 sets",
            ])
        // What is chosen after the reset stays.
        model.select("Empty", for: "Profile")
        model.undo()
        #expect(
            model.overview.resetLines == [
                "Login: Offline to Success, live to barricaded", "Profile: Empty to Full",
                "Books: held to barricaded",
            ])
        #expect(model.undoStep == nil)
    }

    @Test func longListsAndNamesAreCut() throws {
        let sets = (0..<9).map { number in
            ResponseSet("\(number)" + String(repeating: "x", count: 60), on: .get("/\(number)")) {
                CannedResponse("A")
                CannedResponse("B")
            }
        }
        let barricade = Barricade(sets)
        let model = ScreenModel(barricade)
        for set in barricade.sets { model.select("B", for: set.name) }
        let names = (0..<6).map { "\($0)xxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxx: B to A" }
        #expect(model.overview.resetLines == names + ["and 3 more sets"])
    }

    @Test func oneSetIsResetAndUndoSkipsThoseThatAreGone() throws {
        model.select("Offline", for: "Login")
        model.select("Offline", for: "Books")
        model.reset("Login")
        var seen = [model.overview.differences, model.undoStep?.title]
        model.undo()
        model.reset("Health")
        seen += [model.overview.differences, model.undoStep?.title]
        #expect(seen == ["1 selected", "Reset of Login", "2 selected", nil])
        model.reset()
        try barricade.unregister("Login")
        model.undo()
        #expect(barricade.selection["Books"] == "Offline")
        #expect(model.message == nil)
    }

    @Test func saysThatWaitingRequestsWillGo() async throws {
        let held = try barricade.hold("Books")
        let session = barricade.session
        let asking = Task { await session.ask("/books") }
        try await held.waitForRequest()
        model.refresh()
        let lines = [
            "Books: held to barricaded",
            "1 waiting request will be released, which cannot be undone",
        ]
        #expect(model.overview.resetLines == lines)
        model.reset()
        await asking.value
        #expect(model.overview.heldRequests.isEmpty)
    }
}
#endif
