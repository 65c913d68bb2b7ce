// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import BarricadeUI
@testable import TestSupport

@MainActor @Suite(.timeLimit(.minutes(10))) struct RecordingTests {
    private let barricade = Barricade(Shop.all)
    private let model: ScreenModel

    init() {
        model = ScreenModel(barricade)
    }

    private var login: SetRow {
        get throws { try #require(model.row(of: "Login")) }
    }

    @Test func offersToRecordOnlyWhileThereIsARecorderAndSaysWhy() throws {
        let others: [ResponseSet.Mode] = [.barricaded, .live, .held]
        #expect(try login.modes == others)
        var explanations = [try login.modeExplanation]
        var titles = [try login.choiceTitle]
        let place = barricade.observe(with: TestRecorder())
        model.refresh()
        #expect(try model.overview.isRecording && login.modes == others + [.recording])
        for mode in [ResponseSet.Mode.live, .recording] {
            model.setMode(mode, for: "Login")
            titles.append(try login.choiceTitle)
        }
        explanations.append(try login.modeExplanation)
        var words = [try login.outcome, model.overview.differences]
        _ = consume place
        model.refresh()
        explanations.append(try login.modeExplanation)
        words.append(try login.outcome)
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
}
#endif
