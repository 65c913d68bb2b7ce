#if compiler(>=6.3)
import Barricade
import BarricadeResources
import BarricadeTesting
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct RequestNotesTests {
    private struct Book: Codable, Identifiable, Sendable {
        var id: Int
    }

    private let login = ResponseSet("Login", on: .post("/login")) {
        CannedResponse("Success", json: ["token": "f00d"])
    }

    private let profile = ResponseSet("Profile", on: .get("/profile")) {
        CannedResponse("Regular", json: ["name": "Ada"])
        CannedResponse.weighted("Any", [(1, CannedResponse(text: "a"))])
        CannedResponse("Slow", text: "slow", delay: .uniform(.zero ... .milliseconds(1)))
        CannedResponse.offline()
    }

    /// Runs a body that fails in a trait's scope; returns the comments of its first failure.
    private func comments(
        _ trait: BarricadeTrait, of body: @escaping @Sendable () async throws -> Void
    ) async throws -> [String] {
        try #require(try await failures(in: trait, recording: "failed", of: body).first)
    }

    @Test func showTheRequestsAsATable() async throws {
        let comments = try await comments(.barricade(login, profile)) {
            _ = try? await ask("POST", "/login?token=s3cret")
            _ = try? await ask("GET", "/profile?full=1")
            try Barricade.current.select("Offline", for: "Profile")
            _ = try? await ask("GET", "/profile")
            _ = try? await ask("GET", "/other/\(String(repeating: "long", count: 30))")
        }
        #expect(
            comments == [
                "failed",
                """
                The requests of the barricade:
                  1  POST /login?token=•••                                         "Login" / "Success"    200
                  2  GET /profile?full=1                                           "Profile" / "Regular"  200
                  3  GET /profile                                                  "Profile" / "Offline"  failed with notConnectedToInternet
                  4  GET /other/longlonglonglonglonglonglonglo…nglonglonglonglong  –                      unmatched
                """,
            ])
    }

    @Test func sayWhyAResourceRefusesARequest() async throws {
        let books = Resource("Books", at: "/books", items: [Book(id: 1)])
        let comments = try await comments(.barricade(books)) {
            _ = try? await ask("GET", "/books?page=x")
        }
        #expect(
            comments.last == """
                The requests of the barricade:
                  1  GET /books?page=x  "List Books" / "Works"  400 (page is "x", expected a whole number from 1.)
                """)
    }

    @Test func sayOnceHowToReachTheBarricade() async throws {
        let failures = try await failures(in: .barricade(profile), recording: "failed") {
            try Barricade.current.select("Slow", for: "Profile")
        }
        #expect(failures.map(\.count) == [2, 1])
        #expect(failures[0][1].contains("give the code its session: "))
        #expect(
            failures[1][0].withoutBarricade == """
                No request came to response set "Profile" (RequestNotesTests.swift:18) after "Slow" \
                was selected for it.

                To allow it: unusedChoices: .ignored in .barricade(…), makeBarricade(…), \
                forEachSelection(…)
                """)
    }

    @Test func areAddedToAFailureInAHandler() async throws {
        let handled = ResponseSet("Handled", on: .get("/handled")) {
            CannedResponse("Handler") { _ in
                Issue.record("in the handler")
                return CannedResponse("Text", text: "text")
            }
        }
        let comments = try await comments(.barricade(handled)) {
            _ = try? await ask("GET", "/handled")
        }
        #expect(
            comments == [
                "in the handler",
                """
                The requests of the barricade:
                  1  GET /handled  "Handled" / "Handler"  pending
                """,
            ])
    }

    @Test func showTheLastOfManyRequestsOrThatNoneCameWhereThereAreSets() async throws {
        let comments = try await comments(.barricade(profile)) {
            for number in 1...25 { _ = try? await ask("GET", "/profile?page=\(number)") }
        }
        let lines = try #require(comments.last).components(separatedBy: "\n")
        let ends: [String] = Array(lines.prefix(2) + lines.dropFirst(20))
        #expect(
            ends == [
                "The last 20 of 25 requests of the barricade:",
                #"   6  GET /profile?page=6   "Profile" / "Regular"  200"#,
                #"  25  GET /profile?page=25  "Profile" / "Regular"  200"#,
            ])
        let none = try await [
            self.comments(.barricade(profile)) {}, self.comments(.barricade()) {},
        ]
        #expect(none == [["failed", Barricade.unreached], ["failed"]])
    }

    /// The notes say it already.
    @Test func areTheOnlyTextAboutATestThatFailsWithoutAnyRequest() async throws {
        let ofChoice = try await failures(in: .barricade(profile)) {
            try Barricade.current.select("Offline", for: "Profile")
        }
        let ofBody = try await failures(in: .barricade(login), recording: "failed") {}
        let texts = (ofChoice + ofBody).flatMap(\.self)
        #expect(texts.count == 3)
        #expect(texts.first?.components(separatedBy: Barricade.unreached).count == 2)
        #expect(texts.dropFirst() == ["failed", Barricade.unreached])
    }

    @Test(arguments: ["Any", "Slow"])
    func tellTheSeedOfRandomChoicesAndDelays(_ response: String) async throws {
        let comments = try await comments(.barricade(profile) { $0.seed = 12 }) {
            try Barricade.current.select(response, for: "Profile")
            _ = try? await ask("GET", "/profile")
        }
        #expect(
            comments.last == """
                The requests of the barricade:
                  1  GET /profile  "Profile" / "\(response)"  200
                Some choices or delays were random. To repeat them: $0.seed = 12
                """)
    }
}
#endif
