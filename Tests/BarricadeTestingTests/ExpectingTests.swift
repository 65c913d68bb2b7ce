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
    private static let gone = ResponseSet("Gone", on: .get("/gone")) {
        CannedResponse("Missing", file: "/nowhere/missing.json")
    }

    @Suite(.barricade(cart, gone, expecting: .failures(of: "Cart", "Gone"))) struct Nested {
        @Test(.barricade(login, expecting: [.unmatchedRequests, .failures(of: "Login")]))
        func joinsWhatSuiteAndTestExpect() async throws {
            _ = try await ask("POST", "/login")
            _ = try? await ask("POST", "/login")
            for path in ["/cart", "/gone", "/other"] { _ = try? await ask("GET", path) }
        }
    }

    @Test func reportsAllOtherFailures() async throws {
        let trait = BarricadeTrait.barricade(login, cart, expecting: .failures(of: "Cart"))
        let issues = try await recordedIssues(of: trait) {
            _ = try? await ask("GET", "/cart")
            _ = try? await ask("GET", "/other")
            for _ in 0..<2 { _ = try? await ask("POST", "/login") }
        }
        #expect(
            issues.map(\.firstLine) == [
                "No response set matches GET https://api.example.com/other.",
                """
                Response "Once" of set "Login" (ExpectingTests.swift:6) is a sequence that is used \
                up: it has answered 1 request.
                """,
            ])
    }

    @Test(arguments: [
        (1, "The one request to it got an answer. A canned error counts as an answer."),
        (2, "Each of the 2 requests to it got an answer. A canned error counts as an answer."),
    ])
    func reportsThatNoFailureCame(requests: Int, reason: String) async throws {
        let line = try #require(Test.current).sourceLocation.line
        let issues = try await recordedIssues(
            of: .barricade(login, expecting: .failures(of: "Login"), unusedChoices: .ignored)
        ) {
            try Barricade.current.select("Offline", for: "Login")
            for _ in 0..<requests { _ = try? await ask("POST", "/login") }
        }
        let text = """
            No request to response set "Login" failed, but this test expects one to. \(reason)

            To fix: leave out expecting: .failures(of: "Login"), or find out why none failed.
            """
        #expect((issues.map(\.line), issues.map(\.text)) == ([line], [text]))
    }

    @Test func saysWhatReachesSessionsIfNoRequestCame() async throws {
        let trait = BarricadeTrait.barricade(
            login, expecting: [.unmatchedRequests, .failures(of: "Login")])
        let issues = try await recordedIssues(of: trait) {}
        #expect(
            issues.map(\.text) == [
                """
                No request to response set "Login" failed, but this test expects one to. \
                No request came to it.

                \(Barricade.unreached)
                """,
                """
                No request was unmatched, but this test expects one.

                \(Barricade.unreached)
                """,
            ])
    }

    @Test func reportsNamesThatNoSetHasAndThatNoRequestWasUnmatched() async throws {
        let trait = BarricadeTrait.barricade(
            login, cart, expecting: [.unmatchedRequests, .failures(of: "Logn")])
        // It fails, but is not unmatched.
        let issues = try await recordedIssues(of: trait) { _ = try? await ask("GET", "/cart") }
        #expect(
            issues.map(\.text).sorted() == [
                """
                No request was unmatched, but this test expects one.

                To fix: leave out expecting: .unmatchedRequests, or find out why none was sent.
                """,
                """
                No response set is named "Logn".
                Did you mean "Login"? Known: "Login", "Cart".

                To fix: name a set of this test in expecting: .failures(of: …).
                """,
                """
                Response "Missing" of set "Cart" (ExpectingTests.swift:11) cannot be sent. The file \
                "/nowhere/missing.json" is missing. Tried:
                  /nowhere/missing.json
                """,
            ])
    }
}
