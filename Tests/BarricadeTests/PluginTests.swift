import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PluginTests {
    /// Writes down what it is told.
    private final class Notes: Plugin {
        let all = Locked<[String]>([])

        func answered(_ response: String, of set: String) {
            all.withLock { $0.append("\(set) answered \(response)") }
        }

        func chose(_ choice: Choice) {
            guard case .response(let response, let set) = choice else { return }
            all.withLock { $0.append("\(set) chose \(response)") }
        }
    }

    private let notes = Notes()
    private let barricade = Barricade(
        ResponseSet("Login", on: .get("/login")) {
            CannedResponse("Success", text: "in")
            CannedResponse.offline()
        })

    private func selectAndAsk(_ response: String) async throws {
        try barricade.select(response, for: "Login")
        _ = try? await barricade.session.get("\(api)/login")
    }

    @Test func isToldOfEachChoiceAndAnswerInOrder() async throws {
        barricade.register(notes)
        for response in ["Offline", "Success"] { try await selectAndAsk(response) }
        #expect(
            notes.all.current == [
                "Login chose Offline", "Login answered Offline",
                "Login chose Success", "Login answered Success",
            ])
    }

    @Test func isToldOnceIfItIsRegisteredTwice() async throws {
        for _ in 0..<2 { barricade.register(notes) }
        try await selectAndAsk("Success")
        #expect(notes.all.current == ["Login chose Success", "Login answered Success"])
    }

    @Test func isToldNothingAfterItsRemoval() async throws {
        let others = Notes()
        [notes, others].forEach(barricade.register)
        barricade.unregister(notes)
        try await selectAndAsk("Success")
        #expect(notes.all.current == [])
        #expect(others.all.current == ["Login chose Success", "Login answered Success"])
    }
}
