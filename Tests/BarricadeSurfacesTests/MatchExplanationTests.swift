import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MatchExplanationTests {
    private let sets = [
        ResponseSet(
            "Profile", on: .get("/v1/profile") && .header("Accept", "text/html"),
            responses: [CannedResponse("OK")], line: 14),
        ResponseSet("Login", on: .post("/v1/login"), responses: [CannedResponse("OK")], line: 9),
    ]

    @Test func ticksEveryClauseAndSuggestsWhatToDo() throws {
        let barricade = Barricade(sets)
        try barricade.setMode(.live, for: "Login")
        let request = try BarricadeRequest.line("/v1/profiles", headers: ["Accept": "text/html"])
        let explanation = barricade.explanation(of: request)
        var lines: [String] = []
        for set in explanation.nearest {
            lines.append("\(set.name) (\(set.origin))\(set.isLive ? ", live" : "")")
            lines += set.checks.map { "  \($0)" }
        }
        #expect(
            lines == [
                "Profile (MatchExplanationTests.swift:14)", "  ✓ method is GET",
                "  ✗ wants path /v1/profile, got /v1/profiles",
                "  ✓ header Accept is text/html",
                "Login (MatchExplanationTests.swift:9), live", "  ✗ wants POST, got GET",
                "  ✗ wants path /v1/login, got /v1/profiles",
            ])
        let without = Barricade().explanation(of: try .line("DELETE /x"))
        #expect(without.nearest.isEmpty)
        #expect(
            [explanation, without].map(\.suggestion) == [
                "Did you mean /v1/profile?",
                """
                ResponseSet("DELETE /x", on: .delete("https://api.example.com/x")) \
                { CannedResponse(json: [:]) }
                """,
            ])
    }

    @Test func ofAlternativesItShowsTheNearestAndOfAnUnreadablePatternWhy() throws {
        let matcher = (RequestMatcher.get("/a/b/c") && .query("x")) || .get("/a/b/d")
        let request = try BarricadeRequest.line("/a/b/e?x=1")
        let met = try BarricadeRequest.line("/a/b/d")
        let cases = [(matcher, request), (matcher, met), (.get("no slash"), met)]
        let lines: [[String]] = cases.map { matcher, request in
            let barricade = Barricade(ResponseSet("A", on: matcher) { CannedResponse() })
            let nearest = barricade.explanation(of: request).nearest
            return nearest.flatMap { $0.checks.map(\.description) }
        }
        #expect(
            lines == [
                [
                    "✓ method is GET", "✗ wants path /a/b/c, got /a/b/e",
                    "✓ query item x is present",
                ],
                ["✓ method is GET", "✓ path is /a/b/d"],
                [
                    """
                    ✗ never matches: pattern "no slash" cannot be read: it starts neither with / nor \
                    with a scheme and host like https://api.example.com/
                    """
                ],
            ])
    }
}
