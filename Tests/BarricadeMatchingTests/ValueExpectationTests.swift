import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ValueExpectationTests {
    /// Returns what a matcher says of a GET request; `nil` for a match.
    private func mismatch(_ matcher: RequestMatcher, _ line: String) throws -> String? {
        let request = try BarricadeRequest.line(line, headers: ["Accept": "a/b"])
        let mismatches = matcher.mismatches(with: request)
        #expect(matcher.matches(request) == mismatches.isEmpty)
        #expect((!matcher).matches(request) != mismatches.isEmpty)
        return mismatches.isEmpty ? nil : mismatches.map(\.description).joined(separator: "; ")
    }

    // MARK: Values and items without one

    @Test(
        arguments: [
            (.query("a", ""), "/?a=", nil), (.query("a", .empty), "/?b&a=", nil),
            (.query("a", .noValue), "/?a", nil), (.query("a", .noValue), "/?a=1&a", nil),
            (.query("a"), "/?a", nil), (.query("a"), "/?a=", nil),
            (.query("a", ""), "/?a", #"wants query item a "", got no value"#),
            (.query("a", ""), "/?a=1", #"wants query item a "", got "1""#),
            (.query("a", ""), "/", #"wants query item a "", got none"#),
            (.query("a", .noValue), "/?a=", #"wants query item a without a value, got """#),
            (.query("a", .noValue), "/", "wants query item a without a value, got none"),
            (.query("a", .absent), "/?a", "wants no query item a, got no value"),
            (.query("a", .regex("^")), "/?a", "wants query item a matching ^, got no value"),
            (.path("/?a="), "/?a", #"wants query item a "", got no value"#),
        ] as [(RequestMatcher, String, String?)])
    func tellsNoValueFromAnEmptyOne(
        _ matcher: RequestMatcher, _ line: String, _ text: String?
    ) throws {
        #expect(try mismatch(matcher, line) == text)
    }

    @Test(
        arguments: [
            (.form("a", ""), "a=", nil), (.form("a", .noValue), "b=1&a", nil),
            (.form("a", ""), "a", #"wants form field a "", got no value"#),
            (.form("a", .noValue), "a=", #"wants form field a without a value, got """#),
            (.form("a", .absent), "a", "wants no form field a, got no value"),
        ] as [(RequestMatcher, String, String?)])
    func tellsThemInForms(_ matcher: RequestMatcher, _ body: String, _ text: String?) throws {
        let request = try BarricadeRequest.posting(
            body, as: "application/x-www-form-urlencoded")
        #expect(matcher.mismatches(with: request).first?.description == text)
    }

    @Test func theyChooseTheSet() async throws {
        let barricade = Barricade(
            ResponseSet("Empty", on: .query("debug", "")) { CannedResponse("OK", text: "empty") },
            ResponseSet("None", on: .query("debug", .noValue)) {
                CannedResponse("OK", text: "no value")
            },
            ResponseSet("Digits", on: .query("debug", .regex("^[0-9]+$"))) {
                CannedResponse("OK", text: "digits")
            },
            ResponseSet("Other", on: .any) { CannedResponse("OK", text: "other") })
        let session = barricade.session
        #expect(try await session.get("\(api)/?debug=").text == "empty")
        #expect(try await session.get("\(api)/?debug").text == "no value")
        #expect(try await session.get("\(api)/?debug=17").text == "digits")
        #expect(try await session.get("\(api)/?debug=x17").text == "other")
        let url = try #require(URL(string: "\(api)/?debug=17"))
        let request = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(barricade.responseSet(claiming: request)?.name == "Digits")
    }

    // MARK: Regular expressions

    @Test(
        arguments: [
            (.query("p", .regex("^[0-9]+$")), "/?p=x&p=42", nil),
            (.query("p", .regex("b c")), "/?p=ab+cd", nil),
            (.query("p", .regex("é")), "/?p=caf%C3%A9", nil),
            (
                .header("Accept", .regex("^A/B$")), "/",
                "wants header Accept matching the expression given, got another value"
            ),
            (.header("Accept", .regex("(?i)^A/B$")), "/", nil),
            (
                .query("p", .regex("^[0-9]+$")), "/?p=4x",
                #"wants query item p matching ^[0-9]+$, got "4x""#
            ),
            (
                .query("p", .regex("^[0-9]+$")), "/",
                "wants query item p matching ^[0-9]+$, got none"
            ),
        ] as [(RequestMatcher, String, String?)])
    func searchesForExpressions(
        _ matcher: RequestMatcher, _ line: String, _ text: String?
    ) throws {
        #expect(try mismatch(matcher, line) == text)
    }

    @Test func equalOnesAreEqual() {
        #expect(ValueExpectation.regex("a") == .regex("a"))
        #expect(ValueExpectation.regex("a") != .regex("b"))
        #expect(ValueExpectation.equal("a") == "a")
        #expect(ValueExpectation.empty == "")
        #expect(ValueExpectation.noValue != .empty)
    }

    // MARK: Messages

    @Test(
        arguments: [
            (
                .query("v", .prefix("1.")), "/?v=2",
                #"wants query item v starting with "1.", got "2""#
            ),
            (
                .query("v", .containing("x")), "/?v=2",
                #"wants query item v containing "x", got "2""#
            ),
            (
                .query("v", "1"), "/?v=2&v&v=a%20b&v=3",
                #"wants query item v "1", got "2", no value, "a b" and 1 more"#
            ),
            (.query("a b", "1"), "/?a+b=2", #"wants query item a b "1", got "2""#),
            (.query("v", .absent), "/?v=", #"wants no query item v, got """#),
            (.query("v"), "/", "wants query item v, got none"),
            (
                .header("Accept", "b/c"), "/",
                "wants header Accept with the value given, got another value"
            ),
            (
                .header("Accept", .prefix("b")), "/",
                "wants header Accept starting with the text given, got another value"
            ),
            (
                .header("Accept", .containing("c")), "/",
                "wants header Accept containing the text given, got another value"
            ),
            (.header("Accept", .absent), "/", "wants no header Accept, got one"),
            (.header("X-None"), "/", "wants header X-None, got none"),
            (
                .query("token", "hush"), "/?token=abc",
                "wants query item token with the value given, got another value"
            ),
            (
                .query("token", "hush"), "/?token",
                "wants query item token with the value given, got no value"
            ),
            (
                .query("token", .regex("hush")), "/?token=abc",
                "wants query item token matching the expression given, got another value"
            ),
            (.query("token", .absent), "/?token=abc", "wants no query item token, got one"),
            (
                .query("to", "/a?token=hush"), "/?to=/b?token%3Dhush",
                #"wants query item to "/a?token=•••", got "/b?token=•••""#
            ),
        ] as [(RequestMatcher, String, String?)])
    func saysWhatIsWantedAndGotten(
        _ matcher: RequestMatcher, _ line: String, _ text: String?
    ) throws {
        #expect(try mismatch(matcher, line) == text)
    }

    @Test(arguments: [
        (RequestMatcher.query("a", .noValue), "query item a has no value"),
        (.query("a", .empty), "query item a is empty"),
        (.query("a", .regex("^[0-9]+$")), "query item a matches ^[0-9]+$"),
        (.header("A", .regex("b")), "header A matches b"),
        (.form("user", "ada"), "form field user is ada"),
        (.form("pin", .prefix("1")), "form field pin is the value given"),
        (.form("user", .regex("^a")), "form field user matches ^a"),
    ])
    func describesItself(_ matcher: RequestMatcher, _ description: String) {
        #expect("\(matcher)" == description)
    }
}
