import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ShadowingTests {
    private func set(_ name: String, _ matcher: RequestMatcher) -> ResponseSet {
        ResponseSet(name, on: matcher, fileID: "App/Sets.swift", line: 7) { CannedResponse("OK") }
    }

    private static let pairs: [(RequestMatcher, RequestMatcher, isShadowed: Bool)] = [
        (.get("/books/:id"), .get("/books/new"), true),
        (.get("/books/new"), .get("/books/:id"), false),
        (.any("/books/**"), .post("/books/:id/pages") && .query("a", "1"), true),
        (.get("/books"), .post("/books"), false),
        (.get("/**"), .get("https://api.example.com/v1/**"), true),
        (.get("https://api.example.com/v1/**"), .get("/v1/books"), false),
        (.host("*.example.com"), .get("https://api.example.com/books"), true),
        (.host("*.example.com"), .get("https://example.org/books"), false),
        (.get("/a") || .get("/b"), .get("/b"), true), (.get("/b"), .get("/a") || .get("/b"), false),
        (.get("/a") && .query("q"), .get("/a") && .query("q", "1"), true),
        (.get("/a") && .query("q"), .get("/a") && .query("q", .absent), false),
        (.get("/a?x=1"), .get("/a?x=1&y=2"), true), (.get("/a?x=1"), .get("/a"), false),
        (.matching("is so") { _ in true }, .get("/a"), false),
        (.get("/a") && !.query("q"), .get("/a") && !.query("q"), true),
        (.get("/**/x"), .get("/a/**"), false), (.any("/*/x"), .get("/:id/x"), true),
    ]

    @Test func isReportedOfSetsListedTogetherUnlessItIsMeant() {
        for (first, second, isShadowed) in Self.pairs {
            let barricade = Barricade(set("First", first), set("Second", second))
            #expect(barricade.validate().isEmpty != isShadowed, "\(first), then \(second)")
        }
        let barricade = Barricade(set("All", .any), set("Books", .get("/books")))
        #expect(
            barricade.validate().map(\.message) == [
                """
                Response set "Books" (Sets.swift:7) never answers: "All" (Sets.swift:7) is listed before \
                it and claims all of its requests.

                To fix: list it first, or let "All" match less.
                """
            ])
        let later = Barricade(set("Books", .get("/books")))
        later.register(set("All", .any))
        let once = ResponseSet("Once", on: .any) {
            CannedResponse.sequence("Once", then: .nextSet) { CannedResponse(text: "once") }
        }
        let used = Barricade(once, set("Books", .get("/books")))
        #expect([later.validate(), used.validate()] == [[], []])
    }
}
