import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What is refused, each with the whole message.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct BadInputTests {
    private static let login = "/sets/\("Login".identifierForURLs)"

    /// The calls, by what is said about them: method, path, and body.
    private static let calls: KeyValuePairs<String, [String]> = [
        """
        400 malformedBody: The body of the request is not JSON: it ends too early, line 1, column 16.
        """: [#"PATCH \#(login) {"mode": "live""#],
        "400 malformedBody: The body of the request is not JSON: line 1, column 1.": [
            "PATCH \(login) mode=live"
        ],
        """
        400 malformedBody: The body of the request is not JSON: more than 512 levels deep, line 1, \
        column 513.
        """: ["PATCH \(login) \(String(repeating: "[", count: 100_000))"],
        "400 malformedBody: The body of the request is not an object.": [
            "PATCH \(login) []", "POST /held/release [1]",
        ],
        "400 malformedBody: The body of the request is null, not an object.": [
            "PATCH \(login) null"
        ],
        "400 malformedBody: $.mode is not text.": [#"PATCH \#(login) {"mode": 1}"#],
        """
        400 malformedBody: The body of the request has a member "Mode" that means nothing here.
        Did you mean "mode"? Known: "mode", "selected".
        """: [#"PATCH \#(login) {"selected": "Offline", "Mode": "live"}"#],
        """
        400 malformedBody: The body of the request has a member "selects" that means nothing here.
        Did you mean "selected"? Known: "selected", "mode".
        """: [#"PATCH /selections {"sets": {"Login": {"selects": "Offline"}}}"#],
        """
        400 malformedBody: The body of the request has a member "nam" that means nothing here.
        Did you mean "name"? Known: "name", "set", "body", "delay", "error", "status", "headers", "pattern", "replaced", "version", "bodyKind", "requestPattern".
        """: [#"POST /draft {"draft": {"set": "Login", "nam": "Offline"}}"#],
        "400 malformedBody: $.sets.Login.selected is not text.": [
            #"PATCH /selections {"sets": {"Login": {"selected": 1}}}"#
        ],
        "400 malformedBody: $.sets is missing.": ["PATCH /selections {}"],
        """
        422 unknownName: Set "Profile" has no response named "Ofline".
        Did you mean "Offline"? Known: "Offline", "Gone", "Regular".
        """: [
            #"PATCH /selections {"sets": {"Login": {"mode": "live"}, "Profile": {"selected": "Ofline"}}}"#
        ],
        """
        422 unknownName: No mode is named "frozen".
        Known: "live", "held", "recording", "barricaded".
        """: [#"PATCH \#(login) {"mode": "frozen"}"#],
        """
        422 unknownName: Set "Login" has no response named "ofline".
        Did you mean "Offline"? Known: "Offline", "Success", "Invalid Credentials".
        """: [#"PATCH \#(login) {"selected": "ofline"}"#],
        """
        404 unknownName: No response set is named "Logni".
        Did you mean "Login"? Known: "Login", "Profile", "\(String.awkwardName)".
        """: ["GET /sets/\("Logni".identifierForURLs)"],
        """
        404 unknownName: No response set is named "\u{0}".
        Known: "Login", "Profile", "\(String.awkwardName)".
        """: ["GET /sets/%00"],
        """
        404 unknownName: No preset is named "Offlin".
        Did you mean "Offline"? Known: "Offline".
        """: ["POST /presets/\("Offlin".identifierForURLs)/apply {}"],
        """
        422 unknownName: No response set is named "Logni".
        Did you mean "Login"? Known: "Login", "Profile", "\(String.awkwardName)".
        """: [#"POST /wait {"set": "Logni"}"#],
        """
        422 unacceptableValue: The member "timeout" of the body wants a number from 0 to 600, got \
        1000000000.
        """: [#"POST /wait {"set": "Login", "timeout": 1e9}"#],
        """
        422 unacceptableValue: The member "count" of the body wants a whole number from 1 to \
        9223372036854775807, got 0.
        """: [#"POST /wait {"set": "Login", "count": 0}"#],
        """
        404 unknownName: No request in the log has the number 1e3. The log keeps the latest \
        requests, until it is cleared.
        """: ["POST /held/1e3/release {}"],
        #"422 unacceptableValue: The member "sets" of the body is null; leave it out instead."#: [
            #"POST /reset {"sets": null}"#, #"PATCH /selections {"sets": null}"#,
        ],
        #"422 unacceptableValue: The member "mode" of the body is null; leave it out instead."#: [
            #"PATCH /sets/\#("Login".identifierForURLs) {"selected": null, "mode": null}"#
        ],
        """
        422 unacceptableValue: The query item "set" wants an identifier, got "a b".
        """: ["GET /log?set=a%20b"],
        "404 unknownPath: Nothing is at /api/v1/set; see /api/v1/openapi.json.": ["GET /set"],
        "404 unknownPath: Nothing is at /api/v1/state/; see /api/v1/openapi.json.": ["GET /state/"],
        """
        405 wrongMethod: PUT does nothing at /api/v1\(login).
        Known: GET, PATCH.
        """: ["PUT \(login) {}"],
        """
        422 unknownName: No value of "filter" is named "answred".
        Did you mean "answered"? Known: "answered", "failed", "all", "live", "unmatched", "waiting".
        """: ["GET /log?filter=answred"],
        """
        422 unknownName: No value of "copy" is named "yes".
        Known: "true", "false".
        """: ["GET \(login)/responses/Success/draft?copy=yes"],
        """
        422 unacceptableValue: The query item "limit" wants a whole number from 1 to \
        9223372036854775807, got "many".
        """: ["GET /log?limit=many"],
        """
        422 unacceptableValue: The query item "limit" wants a whole number from 1 to \
        9223372036854775807, got "0".
        """: ["GET /log?limit=0"],
        """
        422 unacceptableValue: The query item "before" wants a whole number from \
        -9223372036854775808 to 9223372036854775807, got "99999999999999999999".
        """: ["GET /log?before=99999999999999999999"],
        """
        409 notHeld: Set "Login" holds no requests.

        To fix: set its mode to "held" first.
        """: [#"POST /wait {"set": "Login", "held": true}"#],
    ]

    @Test func itIsRefusedWithTheReason() async throws {
        let visit = try await PanelVisit()
        let before = visit.barricade.overview.revision
        try await expectOutcomes(Self.calls) { call in
            let answer = try await visit.ask(call)
            let (type, allowed) = (answer.headers["content-type"], answer.headers["allow"])
            let expected = answer.status == 405 ? "GET, PATCH" : nil
            #expect((type, allowed) == ("application/problem+json", expected))
            return answer.summary
        }
        #expect(visit.barricade.overview.revision == before)
        // Long names are shortened.
        let name = String(repeating: "x", count: 5_000).identifierForURLs.prefix(7_000)
        let long = try await visit.ask("GET /sets/\(name)")
        #expect((long.status, long.summary.utf8.count < 600) == (404, true))
    }
}
