import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestTranscriptTests {
    private func request(
        _ line: String = "POST /orders", _ body: String? = nil, type: String? = nil,
        headers: [String: String] = [:]
    ) throws -> BarricadeRequest {
        var headers = headers
        headers["Content-Type"] = type
        var request = try BarricadeRequest.line(line, headers: headers).urlRequest
        request.httpBody = body.map { Data($0.utf8) }
        return try #require(BarricadeRequest(request))
    }

    @Test func showsAllOfARequest() async throws {
        let orders = ResponseSet("Orders", on: .post("/orders")) {
            CannedResponse(status: .created)
        }
        let barricade = Barricade(orders)
        var request = URLRequest(url: try URL(api + "/orders?page=2&at=17"))
        request.httpMethod = "POST"
        request.httpBody = Data(
            #"{"user":"ada","id":17,"items":[{"id":1,"n":2.50},{"id":2,"n":1e20}],"e":{},"f":[]}"#
                .utf8)
        request.allHTTPHeaderFields = [
            "Content-Type": "application/json", "Date": "today", "X-Page": "2",
            "Authorization": "Bearer s3cret", "Cookie": "a=b", "X-Other": "1",
        ]
        _ = try await barricade.session.send(request)
        let logged = try #require(barricade.requests.first?.request)
        let text = try logged.transcript(
            headers: ["X-Page", "content-type", "Authorization", "Cookie", "Missing"],
            ignoring: [
                .header("Date"), .query("at"), .json("$.id"), .json("$.items[*].id"),
                .json("$.nothing[3].here"),
            ])
        #expect(
            text == """
                POST https://api.example.com/orders?page=2&at=<any>
                Authorization: •••
                Content-Type: application/json
                Cookie: •••
                Date: <any>
                X-Page: 2

                {
                  "e": {},
                  "f": [],
                  "id": <any>,
                  "items": [
                    {
                      "id": <any>,
                      "n": 2.5
                    },
                    {
                      "id": <any>,
                      "n": 100000000000000000000
                    }
                  ],
                  "user": "ada"
                }
                """)
    }

    private static let bodies: [(type: String, body: String, text: String)] = [
        (
            "application/json", #"{"password":"s3cret","a/b":"c\"d\n"}"#,
            #"{\#n  "a/b": "c\"d\n",\#n  "password": "•••"\#n}"#
        ),
        ("application/problem+json", "[1,true,null]", "[\n  1,\n  true,\n  null\n]"),
        ("application/json", "{broken", "{broken"),
        ("text/plain", #"{"a": 1}"#, #"{"a": 1}"#),
        ("text/plain", "one\r\ntwo", "one\r\ntwo"),
        ("application/octet-stream", "a\u{0}b", "(3 bytes, hash cb4ac758e5e931d8)"),
        ("application/octet-stream", "\u{1}", "(1 byte, hash e944a785b306cab0)"),
        ("text/plain", "", "(0 bytes, hash 546bba2919f84e42)"),
        (
            "application/x-www-form-urlencoded", "user=Ada+L&password=s&at=7&flag",
            "user=Ada L\npassword=•••\nat=<any>\nflag"
        ),
    ]

    /// `nil` is the whole body.
    private static let paths: [(path: String?, body: String, text: String)] = [
        (
            "$['a.b'][\"c d\"]", #"{"a.b": {"c d": 1}}"#,
            "{\n  \"a.b\": {\n    \"c d\": <any>\n  }\n}"
        ),
        (#"$['it\'s']"#, #"{"it's": 1}"#, "{\n  \"it's\": <any>\n}"),
        ("$.user-id", #"{"user-id": 1}"#, "{\n  \"user-id\": <any>\n}"),
        ("$[-1]", "[1, 2]", "[\n  1,\n  <any>\n]"),
        ("$[*].a", #"[{"a": 1}, 2]"#, "[\n  {\n    \"a\": <any>\n  },\n  2\n]"),
        ("$.*", #"{"a": 1, "b": []}"#, "{\n  \"a\": <any>,\n  \"b\": <any>\n}"),
        ("$", "{}", "<any>"),
        (nil, "{}", "<any>"),
    ]

    @Test func showsTheBodyByItsTypeWithoutWhatIsIgnored() throws {
        let ofTypes = try Self.bodies.map { type, body, _ in
            try request("POST /a", body, type: type).transcript(ignoring: [.field("at")])
        }
        let ofPaths = try Self.paths.map { path, body, _ in
            try request("POST /a", body)
                .transcript(ignoring: [path.map(BarricadeRequest.Part.json) ?? .body])
        }
        let texts = Self.bodies.map(\.text) + Self.paths.map(\.text)
        #expect(ofTypes + ofPaths == texts.map { "POST https://api.example.com/a\n\n\($0)" })
    }

    @Test func showsThePartsOfAMultipartForm() throws {
        let body = """
            --XYZ\r
            Content-Disposition: form-data; name="title"\r
            \r
            Hello\r
            --XYZ\r
            Content-Disposition: form-data; name="meta"\r
            Content-Type: application/json\r
            \r
            {"b":1,"a":[2]}\r
            --XYZ\r
            Content-Disposition: form-data; name="at"\r
            \r
            now\r
            --XYZ\r
            Content-Disposition: form-data; name="password"\r
            \r
            hunter2\r
            --XYZ\r
            Content-Disposition: form-data; name="file"; filename="a.png"\r
            Content-Type: image/png\r
            \r
            \u{1}\u{2}\r
            --XYZ--\r

            """
        let request = try request("POST /a", body, type: "multipart/form-data; boundary=XYZ")
        let text = try request.transcript(
            headers: ["Content-Type"], ignoring: [.field("at"), .json("$.b")])
        #expect(
            text == """
                POST https://api.example.com/a
                Content-Type: multipart/form-data; boundary=<any>

                --- title, text/plain
                Hello
                --- meta, application/json
                {
                  "a": [
                    2
                  ],
                  "b": <any>
                }
                --- at, text/plain
                <any>
                --- password, text/plain
                •••
                --- file, file "a.png", image/png
                (2 bytes, hash e979af9930bfbea)
                """)
    }

    @Test func isOneLineWithoutHeadersAndBodyAndSaysWhatTheLogHasCut() async throws {
        let line = try request("GET /a?token=b#c", headers: ["Accept": "text/html"]).transcript()
        let set = ResponseSet("Set", on: .post("/a")) { CannedResponse(status: .ok) }
        let barricade = Barricade(set) { $0.logLimits.bodySize = 3 }
        _ = try await barricade.session.send(try request("POST /a", "12345").urlRequest)
        let text = try barricade.requests.first?.request.transcript()
        let texts: [String] = [
            "GET https://api.example.com/a?token=•••",
            "POST https://api.example.com/a\n\n(3 of 5 bytes)",
        ]
        #expect([line, text] == texts)
    }

    @Test(arguments: [
        ("id", "it must start with $; write \"$.id\""),
        ("/items/0/id", "it must start with $; write \"$.items[0].id\""),
        ("$id", "a name must follow a dot"),
        ("$..", "a name is missing after a dot"),
        ("$.", "a name is missing after a dot"),
        ("$[0", "a bracket is not closed"),
        ("$['a'", "a bracket is not closed"),
        ("$[?@.a]", #""[?@.a]" is neither an index, * nor a quoted name"#),
        ("$[1:2]", #""[1:2]" is neither an index, * nor a quoted name"#),
    ])
    func saysWhyAPathCannotBeRead(_ example: (path: String, reason: String)) throws {
        let error = #expect(throws: BarricadeError.self) {
            try request().transcript(ignoring: [.json(example.path)])
        }
        let message = "The JSON path \"\(example.path)\" cannot be read: \(example.reason)."
        #expect((error?.code, error?.message) == (.invalidDefinition, message))
    }
}
