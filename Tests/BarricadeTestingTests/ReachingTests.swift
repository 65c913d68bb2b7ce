import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

private let number = ResponseSet("Number", on: .get("/number")) {
    CannedResponse("One", text: "1")
}

/// A client that is made once, over the app's barricade.
private enum App {
    static let barricade = Barricade(
        ResponseSet("Number", on: .get("/number")) { CannedResponse("App", text: "app") })
    static let session = URLSession(configuration: .barricaded(by: barricade))
}

@Suite(.timeLimit(.minutes(10))) struct ReachingTests {
    @Suite(.barricade(number, reaching: .sharedSession)) struct SharedSession {
        @Test(arguments: 0..<8) func isReachedByOneTestAtATime(_ mine: Int) async throws {
            Barricade.current.register(
                ResponseSet("Mine", on: .get("/number")) { CannedResponse("Own", text: "\(mine)") })
            for _ in 0..<3 {
                #expect(try await ask("GET", "/number", through: .shared).text == "\(mine)")
            }
        }
    }

    /// Another suite that reaches the same session runs in parallel.
    @Suite(.barricade(number, reaching: [.sharedSession, .sessions(of: App.barricade)]))
    struct AllSessions {
        @Test(arguments: 0..<8) func areReachedByOneTestAtATime(_ mine: Int) async throws {
            Barricade.current.register(
                ResponseSet("Mine", on: .get("/number")) { CannedResponse("Own", text: "\(mine)") })
            for session in [App.session, .shared, Barricade.current.session] {
                #expect(try await ask("GET", "/number", through: session).text == "\(mine)")
            }
            #expect(try Barricade.current.requests(for: "Mine").count == 3)
        }
    }

    @Test func reportsUnmatchedRequestsOfReachedSessionsAtTheTest() async throws {
        let line = try #require(Test.current).sourceLocation.line
        let trait = BarricadeTrait.barricade(
            number, reaching: [.sharedSession, .sessions(of: App.barricade)])
        let issues = try await recordedIssues(of: trait) {
            _ = try? await ask("GET", "/shared", through: .shared)
            _ = try? await ask("GET", "/app", through: App.session)
        }
        #expect(
            issues.map { "\($0.line ?? 0) \($0.firstLine)" } == [
                "\(line) No response set matches GET https://api.example.com/shared.",
                "\(line) No response set matches GET https://api.example.com/app.",
            ])
    }

    @Test func givesTheSessionsBackAndLeavesRequestsThatHaveBegunAlone() async throws {
        let test = try #require(Test.current)
        // No other test reaches the sessions of this barricade.
        let (own, mine) = (Barricade(number), URLSessionConfiguration.ephemeral)
        own.install(in: mine)
        let session = URLSession(configuration: mine)
        let substitute = ResponseSet("Number", on: .get("/number")) {
            CannedResponse("Test", text: "test")
        }
        let texts = Locked<[String]>([])
        @Sendable func note() async throws {
            let text = try await ask("GET", "/number", through: session).text
            texts.withLock { $0.append(text) }
        }
        try await note()
        let held = try own.hold("Number")
        let begun = Task { try await ask("GET", "/number", through: session).text }
        try await held.waitForRequest()
        let trait = BarricadeTrait.barricade(substitute, reaching: .sessions(of: own))
        try await trait.provideScope(for: test, testCase: nil) {
            try await note()
            held.releaseAll()
        }
        #expect(try await begun.value == "1")
        try await note()
        #expect(texts.current == ["1", "test", "1"])
        #expect(own.requestCount == 3)
    }

    @Test func theLatestOfSeveralStandInsAnswers() async throws {
        let own = Barricade(number)
        let substitutes = ["first", "second"].map { text in
            Barricade(ResponseSet("Number", on: .get("/number")) { CannedResponse(text: text) })
        }
        for substitute in substitutes { substitute.beginSubstitution(for: own) }
        var texts: [String] = []
        for latest in [substitutes[1], substitutes[0], nil] {
            texts.append(try await ask("GET", "/number", through: own.session).text)
            latest?.endSubstitution(for: own)
        }
        #expect(texts == ["second", "first", "1"])
    }

    @Test func endsWhenATestIsCancelledWhileItWaits() async throws {
        let test = try #require(Test.current)
        let trait = BarricadeTrait.barricade(number, reaching: .sharedSession)
        try await trait.provideScope(for: test, testCase: nil) {
            // The session is taken, so another test waits, until it is cancelled.
            let waiting = Task.detached {
                try await trait.provideScope(for: test, testCase: nil) {
                    Issue.record("It did not wait.")
                }
            }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            _ = try await ask("GET", "/number", through: .shared)
        }
    }
}
