// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import BarricadeUI

@MainActor @Suite(.timeLimit(.minutes(5))) struct RecordingTests {
    private let barricade = Barricade(Shop.all)
    private let model: ScreenModel

    init() {
        model = ScreenModel(barricade)
    }

    @Test func offersToRecordOnlyWhileThereIsARecorder() throws {
        #expect(model.row(of: "Login")?.modes == [.barricaded, .live, .held])
        let place = barricade.observe(with: TestRecorder(offering: [0]))
        model.refresh()
        #expect(model.isRecording)
        #expect(model.row(of: "Login")?.modes == [.barricaded, .live, .held, .recording])
        model.setMode(.recording, for: "Login")
        #expect(model.row(of: "Login")?.outcome == "the real server, recorded")
        #expect(model.overview.differences == "1 recording")
        _ = consume place
        model.refresh()
        #expect(!model.isRecording)
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
        let place = barricade.observe(with: TestRecorder(offering: [0]))
        model.refresh()
        #expect(
            try #require(model.row(of: "Login")).modeExplanation
                == "The set lets requests go to the real server, and keeps the replies.")
        _ = consume place
    }

    @Test func saysWhyAReplyCannotBeKept() async throws {
        // What stands behind is a real server to the barricade before it.
        let server = Barricade(ResponseSet("All", on: .any("/**")) { CannedResponse("OK") })
        let configuration = URLSessionConfiguration.ephemeral
        server.install(in: configuration)
        barricade.install(in: configuration)
        let session = URLSession(configuration: configuration)
        try barricade.setMode(.live, for: "Books")
        for path in ["/books", "/books", "/health"] { await session.ask(path) }
        func explanations() -> [String?] {
            model.refresh()
            return barricade.requests.map { model.overview.keepingExplanation(of: $0) }
        }
        let remedy = """
            No reply can be kept until the app starts a recording: barricade.record(.recordingSets).
            """
        #expect(explanations() == [remedy, remedy, nil])
        let place = barricade.observe(with: TestRecorder(offering: [0]))
        #expect(
            explanations() == [
                "It becomes a response, to be selected and saved.",
                "This reply has been kept, or is not there any more.", nil,
            ])
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

    @Test func keepsAReplyThatIsStillThere() throws {
        #expect(!model.canKeepReply(to: 0))
        let recorder = TestRecorder(offering: [0])
        let place = barricade.observe(with: recorder)
        #expect(model.canKeepReply(to: 0))
        #expect(!model.canKeepReply(to: 1))
        model.keepReply(to: 0)
        #expect(recorder.kept == [0])
        #expect(model.message == nil)
        _ = consume place
        model.keepReply(to: 0)
        #expect(model.message?.hasPrefix("The reply to request 0 is not there any more") == true)
    }
}
#endif
