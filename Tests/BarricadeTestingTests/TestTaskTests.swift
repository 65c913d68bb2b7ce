import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// The test and the barricade that user code is in.
private var context: String { "\(Test.current?.name ?? "none") in \(Barricade.current.name)" }

private let asked = ResponseSet("Asked", on: .get("/asked")) {
    CannedResponse("Handler") { _ in CannedResponse(text: context) }
    CannedResponse("Later", delay: .milliseconds(1)) { _ in CannedResponse(text: context) }
    CannedResponse(
        "Stream",
        body: .stream {
            AsyncStream {
                $0.yield(Data(context.utf8))
                $0.finish()
            }
        })
}

@Suite(.timeLimit(.minutes(10)), .barricade(asked)) struct TestTaskTests {
    @Test(arguments: ["Handler", "Later", "Stream"])
    func codeOfAResponseBelongsToTheTest(name: String) async throws {
        try Barricade.current.select(name, for: "Asked")
        let text = try await Barricade.current.session.get("\(api)/asked").text
        #expect(text == context)
        #expect(text.hasPrefix("codeOfAResponseBelongsToTheTest"))
    }
}
