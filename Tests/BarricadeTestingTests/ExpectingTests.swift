import Barricade
import BarricadeTesting
import Foundation
import Testing

private let login = ResponseSet("Login", on: .post("/login")) {
    CannedResponse.sequence("Once", then: .fail) { CannedResponse("First", text: "in") }
    CannedResponse("Offline", error: .notConnectedToInternet)
}

private let cart = ResponseSet("Cart", on: .get("/cart")) {
    CannedResponse("Missing", file: "/nowhere/missing.json")
}

@Suite(.timeLimit(.minutes(10))) struct ExpectingTests {
    @Test(.barricade(login, expecting: .failures(of: "Login")))
    func leavesAnExpectedFailureAlone() async throws {
        #expect(try await ask("POST", "/login").text == "in")
        await #expect(throws: (any Error).self) { try await ask("POST", "/login") }
    }

    @Test(.barricade(login, cart, expecting: .failures(of: "Login", "Cart")))
    func takesSeveralSets() async throws {
        await #expect(throws: (any Error).self) { try await ask("GET", "/cart") }
        _ = try await ask("POST", "/login")
        await #expect(throws: (any Error).self) { try await ask("POST", "/login") }
    }

    @Suite(.barricade(cart, expecting: .failures(of: "Cart"))) struct Nested {
        @Test(.barricade(login, expecting: [.unmatchedRequests, .failures(of: "Login")]))
        func joinsWhatSuiteAndTestExpect() async throws {
            _ = try await ask("POST", "/login")
            for (method, path) in [("POST", "/login"), ("GET", "/cart"), ("GET", "/other")] {
                await #expect(throws: (any Error).self) { try await ask(method, path) }
            }
        }
    }

    @Test func reportsAllOtherFailures() async throws {
        let trait = BarricadeTrait.barricade(login, cart, expecting: .failures(of: "Cart"))
        let issues = try await recordedIssues(of: trait) {
            _ = try? await ask("GET", "/cart")
            _ = try? await ask("GET", "/other")
            for _ in 0..<2 { _ = try? await ask("POST", "/login") }
        }
        #expect(issues.count == 2)
        #expect(issues.contains { $0.text.hasPrefix("No response set matches GET") })
        #expect(issues.contains { $0.text.contains("\"Login\"") })
    }

    @Test(arguments: [
        (0, "No request came to it."),
        (1, "The one request that came to it got an answer. A canned error counts as an answer."),
        (2, "The 2 requests that came to it got answers. A canned error counts as an answer."),
    ])
    func reportsThatNoFailureCame(requests: Int, reason: String) async throws {
        let line = try #require(Test.current).sourceLocation.line
        let issues = try await recordedIssues(
            of: .barricade(login, expecting: .failures(of: "Login"), unusedChoices: .ignored)
        ) {
            try Barricade.current.select("Offline", for: "Login")
            for _ in 0..<requests { _ = try? await ask("POST", "/login") }
        }
        #expect(issues.map(\.line) == [line])
        #expect(
            issues.first?.text == """
                No request to response set "Login" failed, but this test expects one to. \(reason)

                To fix: leave out expecting: .failures(of: "Login"), or find out why none failed.
                """)
    }

    @Test func reportsANameThatNoSetHas() async throws {
        let issues = try await recordedIssues(
            of: .barricade(login, expecting: .failures(of: "Logn"))
        ) {}
        #expect(
            issues.map(\.text) == [
                """
                No response set is named "Logn".
                Did you mean "Login"? Known: "Login".

                To fix: name a set of this test in expecting: .failures(of: …).
                """
            ])
    }

    @Test func tellsUnmatchedRequestsFromOtherFailures() async throws {
        let issues = try await recordedIssues(
            of: .barricade(login, cart, expecting: .unmatchedRequests)
        ) {
            _ = try? await ask("GET", "/cart")
        }
        #expect(issues.count == 2)
        #expect(issues.contains { $0.text.hasPrefix("Response \"Missing\" of set \"Cart\"") })
        #expect(issues.contains { $0.text.hasPrefix("No request was unmatched, but") })
    }

    @Test func reportsThatNoRequestWasUnmatched() async throws {
        let issues = try await recordedIssues(of: .barricade(login, expecting: .unmatchedRequests))
        {
            _ = try await ask("POST", "/login")
        }
        #expect(
            issues.map(\.text) == [
                """
                No request was unmatched, but this test expects one.

                To fix: leave out expecting: .unmatchedRequests, or find out why none was sent.
                """
            ])
    }
}
