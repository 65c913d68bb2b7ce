// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

/// What the screen says while replies of the real server are recorded, or compared.
@MainActor @Suite(.timeLimit(.minutes(10))) final class RecordingTests: ShopOnScreen {
    private var login: SetRow {
        get throws { try #require(model.row(of: "Login")) }
    }

    @Test func offersToRecordOnlyWhileThereIsARecorderAndSaysWhy() throws {
        let others: [ResponseSet.Mode] = [.barricaded, .live, .held]
        #expect(try login.modes == others)
        var explanations = [try login.modeExplanation]
        var titles = [try login.choiceTitle]
        let place = barricade.registration(of: TestRecorder())
        model.refresh()
        #expect(model.overview.isRecording)
        #expect(try login.modes == others + [.recording])
        for mode in [ResponseSet.Mode.live, .recording] {
            model.setMode(mode, for: "Login")
            titles.append(try login.choiceTitle)
        }
        explanations.append(try login.modeExplanation)
        var words = [try login.outcome.words, model.overview.differences]
        _ = consume place
        model.refresh()
        explanations.append(try login.modeExplanation)
        words.append(try login.outcome.words)
        #expect(words == ["the real server, recorded", "1 recording", "its requests fail"])
        #expect(!model.overview.isRecording)
        // The mode that it has stays.
        #expect(try login.modes == others + [.recording])
        #expect(model.row(of: "Books")?.modes == others)
        #expect(
            explanations == [
                """
                The set answers with the selected response. It cannot record until the app starts a \
                recording: barricade.record(.recordingSets).
                """,
                "The set lets requests go to the real server, and keeps the replies.",
                """
                The set lets requests go to the real server, and keeps the replies. Its requests fail \
                until the app starts a recording: barricade.record(.recordingSets).
                """,
            ])
        let later = "Once barricaded, Login answers with"
        #expect(titles == ["The next request to Login gets", later, later])
    }

    @Test func differencesAreCountedInTheRowListedInItAndMarkedInTheLog() async throws {
        let (first, second) = (
            #"$.name: wants text as in "Full", got null"#,
            #"body: wants JSON as in "Full", got none"#
        )
        await barricade.session.ask("/profile")
        let profile = try #require(barricade.comparedSet("Profile"))
        barricade.note(drift: [first], of: profile, in: 0)
        barricade.note(drift: [first, second], of: profile, in: 7)
        model.refresh()
        let row = try #require(model.row(of: "Profile"))
        #expect(
            [row.sentence, model.foundLog.rows.first?.sentence] == [
                "Profile, Full, 200 OK, 1 request, 2 differences from the server",
                "GET \(api)/profile, 200 OK, Profile, Full, differs from the responses",
            ])
        let drift = [row.summary.drift, model.logDetail(of: 0)?.row.entry.drift]
        #expect(drift == [[first, second], [first]])
        // Until it is registered again.
        barricade.register(Shop.profile)
        model.refresh()
        #expect(["Login", "Profile"].map { model.row(of: $0)?.drift } == [nil, nil])
    }
}
#endif
