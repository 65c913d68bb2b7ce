import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PluginTests {
    /// Writes down what it is told.
    private final class Notes: Plugin {
        let all = Locked<[String]>([])
        /// The response of "Login" to select before the next request.
        let pending = Locked<String?>(nil)
        let observationLevel = ObservationLevel.replies

        func pendingChange() -> ((inout StoreState) -> Void)? {
            pending.withLock { response in
                all.withLock { $0.append("asked for a change") }
                defer { response = nil }
                return response.map { response in { _ = try? $0.select(response, for: "Login") } }
            }
        }

        func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
            all.withLock { $0.append("asked for an observer") }
            return nil
        }

        func answered(_ response: String, of set: String) {
            all.withLock { $0.append("\(set) answered \(response)") }
        }

        func chose(_ choice: Choice) {
            guard case .response(let response, let set) = choice else { return }
            all.withLock { $0.append("\(set) chose \(response)") }
        }
    }

    /// Answers unmatched requests by turns: it makes each wait once, and then leaves it to the policy.
    private final class Turns: Plugin {
        let all = Locked<[String]>([])

        func registered(at barricade: Barricade) {
            all.withLock { $0.append("registered") }
        }

        func missed(_ request: BarricadeRequest) -> MissAction? {
            let count = all.withLock { all in
                all.append("missed \(request.line)")
                return all.count
            }
            return count % 2 == 0
                ? .wait { [all] in all.withLock { $0[$0.count - 1] += ", waited" } } : nil
        }
    }

    private struct Name: PluginName {
        let plugin: Turns
        let description = "ask the turns"
        let fix = "wait longer"

        static func == (left: Name, right: Name) -> Bool { left.plugin === right.plugin }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(plugin)) }
        func makePlugin() -> any Plugin { plugin }
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
                "Login chose Offline", "asked for a change", "asked for an observer",
                "Login answered Offline",
                "Login chose Success", "asked for a change", "asked for an observer",
                "Login answered Success",
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
                "Login chose Success", "asked for a change", "asked for an observer",
                "Login answered Success",
            ])
    }

    @Test func isAskedAboutMissesWhileThePolicyNamesIt() async throws {
        let turns = Turns()
        let policy = UnmatchedPolicy(asking: Name(plugin: turns), orPassesThrough: false)
        for _ in 0..<2 { barricade.unmatchedPolicy = policy }
        #expect("\(barricade.unmatchedPolicy)" == "ask the turns")
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.get("\(api)/unknown")
        }
        let message = error.flatMap { BarricadeError($0) }?.message
        #expect(message?.hasSuffix("or wait longer") == true)
        _ = try await barricade.session.get("\(api)/login")
        barricade.unmatchedPolicy = .fail
        _ = try? await barricade.session.get("\(api)/unknown")
        #expect(
            turns.all.current == [
                "registered", "missed GET /unknown, waited", "missed GET /unknown",
            ])
        #expect(barricade.requestCount == 3)
    }

    @Test func isToldNothingAfterItsRemoval() async throws {
        let others = Notes()
        [notes, others].forEach(barricade.register)
        barricade.unregister(notes)
        try await selectAndAsk("Success")
        #expect(notes.all.current == [])
        #expect(others.all.current.count == 4)
    }
}
