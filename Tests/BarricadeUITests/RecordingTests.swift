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

    @Test func offersToRecordOnlyWhileThereIsARecorder() throws {
        #expect(model.row(of: "Login")?.modes == [.barricaded, .live, .held])
        let place = barricade.observe(with: TestRecorder())
        model.refresh()
        #expect(model.overview.isRecording)
        #expect(model.row(of: "Login")?.modes == [.barricaded, .live, .held, .recording])
        model.setMode(.recording, for: "Login")
        #expect(model.row(of: "Login")?.outcome == "the real server, recorded")
        #expect(model.overview.differences == "1 recording")
        _ = consume place
        model.refresh()
        #expect(!model.overview.isRecording)
        #expect(model.row(of: "Login")?.outcome == "its requests fail")
        #expect(model.row(of: "Login")?.modes == [.barricaded, .live, .held, .recording])
        #expect(model.row(of: "Books")?.modes == [.barricaded, .live, .held])
    }

    @Test func saysWhyASetCannotRecord() throws {
        let login = try #require(model.row(of: "Login"))
        #expect(
            login.modeExplanation == """
                The set answers with the selected response. It cannot record until the app starts a \
                recording: barricade.record(.recordingSets).
                """)
        model.setMode(.recording, for: "Login")
        #expect(
            try #require(model.row(of: "Login")).modeExplanation == """
                The set lets requests go to the real server, and keeps the replies. Its requests fail \
                until the app starts a recording: barricade.record(.recordingSets).
                """)
        let place = barricade.observe(with: TestRecorder())
        model.refresh()
        #expect(
            try #require(model.row(of: "Login")).modeExplanation
                == "The set lets requests go to the real server, and keeps the replies.")
        _ = consume place
    }

    @Test func saysWhenAChosenResponseWillAnswer() throws {
        #expect(
            try #require(model.row(of: "Login")).choiceTitle
                == "The next request to Login gets")
        for mode in [ResponseSet.Mode.live, .recording] {
            model.setMode(mode, for: "Login")
            #expect(
                try #require(model.row(of: "Login")).choiceTitle
                    == "Once barricaded, Login answers with")
        }
    }
}
#endif
