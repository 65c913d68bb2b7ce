import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PluginTests {
    /// Writes down what it is told.
    private final class Notes: Plugin {
        let all = Locked<[String]>([])
        /// The response of "Login" to select before the next request.
        let pending = Locked<String?>(nil)

        func pendingChange() -> ((inout StoreState) -> Void)? {
            pending.withLock { response in
                all.withLock { $0.append("asked for a change") }
                defer { response = nil }
                return response.map { response in { _ = try? $0.select(response, for: "Login") } }
            }
        }

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
                "Login chose Offline", "asked for a change", "Login answered Offline",
                "Login chose Success", "asked for a change", "Login answered Success",
            ])
    }

    @Test func changesHowTheNextRequestIsAnswered() async throws {
        barricade.register(notes)
        try barricade.select("Offline", for: "Login")
        notes.pending.withLock { $0 = "Success" }
        #expect(try await barricade.session.get("\(api)/login").text == "in")
    }

    @Test func isToldOnceIfItIsRegisteredTwice() async throws {
        for _ in 0..<2 { barricade.register(notes) }
        try await selectAndAsk("Success")
        #expect(
            notes.all.current == [
                "Login chose Success", "asked for a change", "Login answered Success",
            ])
    }

    @Test func isToldNothingAfterItsRemoval() async throws {
        let others = Notes()
        [notes, others].forEach(barricade.register)
        barricade.unregister(notes)
        try await selectAndAsk("Success")
        #expect(notes.all.current == [])
        #expect(others.all.current.count == 3)
    }
}
