import Barricade
import BarricadeFolder
import BarricadeTesting
import Testing

@testable import TestSupport

/// A response in a manifest, and the same one in code.
struct ManifestResponse: Sendable, CustomTestStringConvertible {
    let text: String
    let code: CannedResponse
    var requests = 1
    var body = ""
    var contentType: String?
    /// Whether the text is what is written for it.
    var isCanonical = true

    init(
        _ text: String, _ code: CannedResponse, requests: Int = 1, posting body: String = "",
        as contentType: String? = nil, isCanonical: Bool = true
    ) {
        self.text = text
        self.code = code
        self.requests = requests
        self.body = body
        self.contentType = contentType
        self.isCanonical = isCanonical
    }

    var testDescription: String { text }

    var manifest: String {
        """
        {"version": 1, "sets": [{"name": "S", "on": "/r/:id", "responses": [
        \(text)
        ]}, {"name": "Rest", "on": "/**", "responses": [{"name": "Rest", "text": "rest"}]}]}
        """
    }

    /// Returns the sets of the manifest, in code.
    func sets(in folder: ScratchFolder) -> [ResponseSet] {
        [
            ResponseSet(
                "S", on: .any("/r/:id"), files: folder.location, responses: [code]),
            ResponseSet("Rest", on: .any("/**")) { CannedResponse("Rest", text: "rest") },
        ]
    }

    /// The settings with which random and timed responses are the same.
    static func configure(_ settings: inout Barricade.Settings) {
        settings.seed = 7
        settings.clock = ImmediateClock()
        settings.date = { Date(timeIntervalSince1970: 1_000) }
    }

    /// Returns what the requests get, in words.
    func outcomes(from barricade: Barricade) async throws -> [String] {
        var outcomes = ["\(try #require(barricade.sets.first).responses)"]
        for _ in 0..<requests {
            var request = URLRequest(url: try URL("\(api)/r/7?page=2"))
            request.setValue("5", forHTTPHeaderField: "X-Key")
            if !body.isEmpty {
                request.httpMethod = "POST"
                request.httpBody = Data(body.utf8)
                request.setValue(contentType, forHTTPHeaderField: "Content-Type")
            }
            do {
                let (data, response) = try await barricade.session.data(for: request)
                let http = try #require(response as? HTTPURLResponse)
                let headers = http.allHeaderFields.map { "\($0.key): \($0.value)" }.sorted()
                outcomes.append(
                    "\(http.statusCode) \(headers) \(data.base64EncodedString())")
            } catch {
                let bare = error as NSError
                outcomes.append("\(bare.domain) \(bare.code) \(type(of: error))")
            }
        }
        return outcomes
    }
}

extension ManifestResponse {
    static let all: [ManifestResponse] = heads + bodies + pieces + outcomes + failures + delays

    private static let heads: [ManifestResponse] = [
        .init(#"{"name": "R"}"#, CannedResponse("R")),
        .init(
            #"""
            {"name": "R", "status": 423,
             "headers": [["Retry-After", "60"], ["Set-Cookie", "a=1"], ["Set-Cookie", "b=2"]]}
            """#,
            CannedResponse(
                "R", status: 423,
                headers: ["Retry-After": "60", "Set-Cookie": "a=1", "Set-Cookie": "b=2"])),
        .init(
            #"{"name": "R", "httpVersion": "HTTP/2", "text": "a"}"#,
            CannedResponse("R", httpVersion: "HTTP/2", body: .text("a"))),
    ]

    private static let bodies: [ManifestResponse] = [
        .init(
            #"{"name": "R", "file": "a.json"}"#,
            CannedResponse("R", file: "a.json")),
        .init(
            #"{"name": "R", "contentType": "text/x-own", "file": "a.json"}"#,
            CannedResponse("R", body: .file("a.json", contentType: "text/x-own"))),
        .init(
            #"{"name": "R", "json": {"z": 1.50, "a": 18446744073709551615, "e": "caf\u00e9", "n": [null, {}]}}"#,
            CannedResponse(
                "R", jsonText: #"{"z":1.50,"a":18446744073709551615,"e":"caf\u00e9","n":[null,{}]}"#
            )),
        .init(
            #"{"name": "R", "contentType": "application/problem+json", "json": {"title": "No"}}"#,
            CannedResponse(
                "R", body: .text(#"{"title":"No"}"#, contentType: "application/problem+json"))),
        .init(#"{"name": "R", "text": "Grüße\n"}"#, CannedResponse("R", text: "Grüße\n")),
        .init(
            #"{"name": "R", "contentType": "text/html", "text": "<p>"}"#,
            CannedResponse("R", body: .text("<p>", contentType: "text/html"))),
        .init(
            #"{"name": "R", "contentType": "application/json", "text": "{ \"id\": 7 }"}"#,
            CannedResponse("R", jsonText: #"{ "id": 7 }"#)),
        .init(
            #"{"name": "R", "base64": "AAEC"}"#,
            CannedResponse("R", body: .data(Data([0, 1, 2])))),
        .init(
            #"{"name": "R", "contentType": "image/png", "base64": "iVBORw=="}"#,
            CannedResponse(
                "R", body: .data(Data([0x89, 0x50, 0x4E, 0x47]), contentType: "image/png"))),
        .init(
            #"{"name": "R", "json": {"id": 1}, "malformingJSON": true}"#,
            CannedResponse("R", json: ["id": 1]).malformingJSON()),
        .init(
            #"""
            {"name": "R", "json": {"id": 0, "page": 0, "key": 0, "at": 0, "on": 0, "b": 0, "c": 0},
             "setting": [
              {"at": "/id", "path": "id", "as": "number"}, {"at": "/page", "query": "page"},
              {"at": "/key", "header": "X-Key", "as": "number"},
              {"at": "/b", "body": "/user/name", "default": null},
              {"at": "/at", "date": "secondsSince1970", "after": -10},
              {"at": "/on", "date": "iso8601"}, {"at": "/c", "value": [true]}]}
            """#,
            CannedResponse(
                "R", json: ["id": 0, "page": 0, "key": 0, "at": 0, "on": 0, "b": 0, "c": 0]
            ).setting([
                "/id": .path("id", as: .number), "/page": .query("page"),
                "/key": .header("X-Key", as: .number),
                "/b": .body("/user/name", default: .null),
                "/at": .date(.secondsSince1970, after: .seconds(-10)), "/on": .date(),
                "/c": .value([true]),
            ]), posting: #"{"user": {"name": "ada"}}"#, as: "application/json"),
        .init(
            #"{"name": "R", "json": {"id": 0}, "setting": [{"at": "/id", "form": "user"}]}"#,
            CannedResponse("R", json: ["id": 0]).setting(["/id": .form("user")]),
            posting: "user=ada", as: "application/x-www-form-urlencoded"),
    ]

    private static let pieces: [ManifestResponse] = [
        .init(
            #"{"name": "R", "chunks": ["a", "b"], "every": 0.25}"#,
            CannedResponse("R", body: .chunks(["a", "b"], every: .milliseconds(250)))),
        .init(
            #"{"name": "R", "chunks": [{"base64": "AAE="}, {"base64": "//8="}]}"#,
            CannedResponse("R", body: .chunks([Data([0, 1]), Data([255, 255])]))),
        .init(
            #"""
            {"name": "R", "events": ["a", {"event": "e", "id": "7", "retry": 1.5, "data": "x\ny"},
             {"commentLine": "still here"}, {"event": "end"}], "every": 1}
            """#,
            CannedResponse(
                "R",
                body: .events(
                    [
                        .init("a"),
                        .init("x\ny", event: "e", id: "7", retry: .milliseconds(1_500)),
                        .comment("still here"), .init(nil, event: "end"),
                    ], every: .seconds(1)))),
        // A mark that joins what stands before it.
        .init(
            #"{"name": "R", "events": ["\u0301a"]}"#,
            CannedResponse("R", body: .events([.init("\u{301}a")])), isCanonical: false),
    ]

    private static let outcomes: [ManifestResponse] = [
        .init(
            #"{"name": "R", "error": "notConnectedToInternet"}"#,
            CannedResponse("R", error: .notConnectedToInternet)),
        .init(
            #"{"name": "R", "error": {"domain": "Shop", "code": -7, "message": "Closed"}}"#,
            CannedResponse(
                "R",
                error: NSError(
                    domain: "Shop", code: -7, userInfo: [NSLocalizedDescriptionKey: "Closed"]))),
        .init(
            #"{"name": "R", "status": 303, "redirect": "/other"}"#,
            CannedResponse("R", status: .seeOther, redirect: "/other")),
        .init(#"{"name": "R", "neverAnswers": true}"#, .neverAnswers("R")),
        .init(
            #"""
            {"name": "R", "sequence": [{"times": 2, "status": 503}, {"text": "ok"}],
             "then": "cycle"}
            """#,
            .sequence("R", then: .cycle) {
                CannedResponse(status: 503).times(2)
                CannedResponse(text: "ok")
            }, requests: 4),
        .init(
            #"{"name": "R", "sequence": [{"text": "once"}], "then": "nextSet"}"#,
            .sequence("R", then: .nextSet) { CannedResponse(text: "once") }, requests: 2),
        .init(
            #"{"name": "R", "sequence": [{"text": "a"}, {"text": "b"}]}"#,
            .sequence("R") {
                CannedResponse(text: "a")
                CannedResponse(text: "b")
            }, requests: 3),
        .init(
            #"""
            {"name": "R", "weighted": [{"weight": 2.5, "text": "often"}, {"text": "seldom"},
             {"weight": 0, "text": "never"}]}
            """#,
            .weighted(
                "R",
                [
                    (2.5, CannedResponse(text: "often")), (1, CannedResponse(text: "seldom")),
                    (0, CannedResponse(text: "never")),
                ]), requests: 8),
    ]

    private static let failures: [ManifestResponse] = [
        .init(
            #"{"name": "R", "text": "abc", "failing": "networkConnectionLost"}"#,
            CannedResponse("R", text: "abc").failing(.networkConnectionLost)),
        .init(
            #"{"name": "R", "text": "abc", "failing": {"error": "timedOut", "afterBytes": 2}}"#,
            CannedResponse("R", text: "abc").failing(.timedOut, after: .bytes(2))),
        .init(
            #"{"name": "R", "chunks": ["a"], "failing": {"error": "timedOut", "afterChunks": 1}}"#,
            CannedResponse("R", body: .chunks(["a"])).failing(.timedOut, after: .chunks(1))),
        .init(
            #"""
            {"name": "R", "events": ["a"],
             "failing": {"error": {"domain": "D", "code": 1}, "afterEvents": 1}}
            """#,
            CannedResponse("R", body: .events([.init("a")]))
                .failing(with: NSError(domain: "D", code: 1), after: .events(1))),
    ]

    private static let delays: [ManifestResponse] = [
        .init(#"{"name": "R", "delay": 1.2}"#, CannedResponse("R", delay: .milliseconds(1_200))),
        .init(#"{"name": "R", "delay": 0}"#, CannedResponse("R", delay: .immediate)),
        .init(
            #"{"name": "R", "error": "timedOut", "delay": {"uniform": [0.05, 1]}}"#,
            CannedResponse(
                "R", error: .timedOut, delay: .uniform(.milliseconds(50) ... .seconds(1)))),
        .init(
            #"{"name": "R", "delay": {"logNormal": {"median": 0.3, "sigma": 0.5}}}"#,
            CannedResponse("R", delay: .logNormal(median: .milliseconds(300), sigma: 0.5))),
        .init(
            #"{"name": "R", "delay": {"fixed": 1, "plusUpTo": 0.5}}"#,
            CannedResponse("R", delay: .fixed(.seconds(1), plusUpTo: .milliseconds(500))),
            isCanonical: false),
    ]
}
