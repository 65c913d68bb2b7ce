// Testable imports need a debug build.
#if DEBUG
import Barricade
import BarricadeSurfaces
import Testing

@testable import BarricadeUI
@testable import TestSupport

@MainActor @Suite(.timeLimit(.minutes(10))) final class ResponseDetailTests: ShopOnScreen {
    @Test func showsWhatIsSentOrWhatItIsOrWhichFilesWereTried() throws {
        let content = try #require(model.detail(of: "Success", in: "Login")?.content)
        let texts = [content.line] + content.headers.map(\.name) + [content.body.text]
        #expect(texts == ["200 OK", "Content-Type", "{\n  \"token\": \"f00d\"\n}"])
        #expect(
            model.responses(of: "Login").map { "\($0.sentence); \($0.line)" } == [
                #"Success, 200 OK, 16 bytes, selected, default; {"token":"f00d"}"#,
                "Locked, 423 locked, after 2.0 seconds; ",
                "Offline, error notConnectedToInternet; ",
            ])
        let detail = try #require(model.detail(of: "Offline", in: "Login"))
        #expect(detail.summary == "error notConnectedToInternet")
        #expect(detail.content == nil)
        #expect(detail.fault == nil)
        #expect(model.detail(of: "Nope", in: "Login") == nil)
        barricade.register(
            ResponseSet("S", on: .any) { CannedResponse("F", file: "/nowhere/x.json") })
        model.refresh()
        #expect(model.responses(of: "S").map(\.size) == ["cannot be sent"])
        #expect(model.detail(of: "F", in: "S")?.fault?.contains("/nowhere/x.json") == true)
    }

    @Test func aLargeBodyIsCut() throws {
        let text = String(letter: "x", count: 3_000_000)
        let barricade = Barricade(
            ResponseSet("Big", on: .any) { CannedResponse("Text", text: text) })
        let model = ScreenModel(barricade)
        #expect(model.responses(of: "Big").map(\.size) == ["3 MB"])
        let bodies = try [false, true].map { showsAll in
            try #require(model.detail(of: "Text", in: "Big", showsAll: showsAll)?.content).body
        }
        let counts: [Int] = [BodyPreview.firstBytes, BodyPreview.mostBytes]
        #expect(bodies.map(\.text.utf8.count) == counts)
        #expect(bodies.map(\.summary) == ["Text, 3 MB", "Text, 3 MB"])
        #expect(bodies.filter { !$0.isCut }.isEmpty)
    }
}
#endif
