import Barricade
import BarricadeFolder
import BarricadeTesting
import Testing

@testable import TestSupport

/// JSON whose values are set when it is served.
@Suite(.timeLimit(.minutes(10))) struct CannedResponseSettingTests {
    private static let user =
        #"{"id": 0, "page": null, "at": "", "flag": false, "tags": ["a", {"b": 1}]}"#

    private func barricade(
        _ response: CannedResponse, on matcher: RequestMatcher = .any("/users/:id"),
        configure: (inout Barricade.Settings) -> Void = { _ in }
    ) -> Barricade {
        let set = ResponseSet(
            "User", on: matcher, responses: [response], fileID: "M/A.swift", line: 3)
        return Barricade(set, configure: configure)
    }

    private func barricade(
        _ settings: KeyValuePairs<String, ValueSource>, json: String = user
    ) -> Barricade {
        barricade(
            CannedResponse("Found", body: .text(json, contentType: "application/json"))
                .setting(settings))
    }

    private func request(
        _ target: String = "/users/7", _ body: String? = nil, headers: [String: String] = [:]
    ) throws -> URLRequest {
        var request = URLRequest(url: try URL(api + target))
        request.allHTTPHeaderFields = headers
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
        }
        return request
    }

    /// Returns the JSON that a request gets, with sorted keys.
    private func json(
        _ settings: KeyValuePairs<String, ValueSource>, in document: String, _ request: URLRequest
    ) async throws -> String {
        let barricade = barricade(settings, json: document)
        #expect(barricade.validate() == [])
        return try await barricade.session.send(request).text
    }

    /// Returns a message without its beginning, which is that of all messages about a response.
    private func reason(_ message: String?) -> String? {
        message?.replacing(#"Response "Found" of set "User" (A.swift:3) cannot be sent"#, with: "…")
    }

    /// Returns why the response cannot be sent, which validation has to say as the request does.
    private func mistake(of barricade: Barricade) async throws -> String? {
        let answer = try await barricade.answer(to: "GET /users/7")
        #expect(barricade.validate().map { "fails: \($0.message)" } == [answer])
        return reason(String(answer.dropFirst("fails: ".count)))
    }

    @Test func aFileIsServedWithValuesOfTheRequest() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.user, to: "user.json")
        let file = CannedResponse(
            "Found", status: 201, headers: ["X-A": "1"], file: "user.json",
            in: .directory(folder.url))
        let barricade = barricade(
            file.setting([
                "/id": .path("id", as: .number), "/page": .query("page"),
                "/flag": .header("X-Flag", as: .boolean), "/tags/1/b": .body("/name/first"),
            ]))
        #expect(barricade.validate() == [])
        let sent = try request(
            "/users/7?page=a%20b", #"{"name": {"first": [1.5, null]}}"#,
            headers: ["x-flag": "true"])
        let (text, status, response) = try await barricade.session.send(sent)
        #expect(
            text == #"{"at":"","flag":true,"id":7,"page":"a b","tags":["a",{"b":[1.5,null]}]}"#)
        let own = response.value(forHTTPHeaderField: "X-A")
        let rest: [String?] = [
            "\(status)", response.mimeType, own, try folder.read("user.json"),
        ]
        #expect(rest == ["201", "application/json", "1", Self.user])
        try folder.write(
            #"{"id": 1, "page": 2, "flag": 3, "tags": [4, {"b": 5}]}"#, to: "user.json")
        let edited = try await barricade.session.send(sent).text
        #expect(edited == #"{"flag":true,"id":7,"page":"a b","tags":[4,{"b":[1.5,null]}]}"#)
    }

    @Test func literalsHandlersSequencesAndTheRealAnswerAreSetToo() async throws {
        let responses: [CannedResponse] = [
            CannedResponse("Literal", json: ["id": 0]),
            CannedResponse("Handler") { _ in CannedResponse(json: ["id": 0]) },
            .sequence("Sequence") { CannedResponse(json: ["id": 0]) },
        ]
        for response in responses {
            let barricade = barricade(response.setting(["/id": .path("id")]))
            let answer = try await barricade.answer(to: "GET /users/x%2Fy")
            #expect(answer == #"200 {"id":"x/y"}"#, "\(response)")
        }
        let server = try LocalServer { _ in
            LocalServer.Response(body: Data(#"{"title": "Fog", "stock": 3}"#.utf8))
        }
        let live = barricade(
            CannedResponse.live("Sold Out").setting(["/stock": .value(0)]), on: .any)
        #expect(live.validate() == [])
        let answer = try await live.patientSession.get("\(server.url())")
        #expect(answer.text == #"{"stock":0,"title":"Fog"}"#)
    }

    @Test func otherChangesCountTooAndADelayOnce() async throws {
        let clock = ImmediateClock()
        let response = CannedResponse("Found", json: ["id": 0], delay: .seconds(3))
            .setting(["/id": .path("id")])
        let malformed = barricade(response.malformingJSON()) { $0.clock = clock }
        #expect(try await malformed.session.get("\(api)/users/7").text == #"{"id":"7","#)
        #expect(clock.now.offset == .seconds(3))
        let failing = barricade(response.failing(.networkConnectionLost)) { $0.clock = clock }
        #expect(try await failing.answer(to: "GET /users/7") == "fails: NSURLErrorDomain -1005")
    }

    // MARK: Sources

    @Test func valuesAreOfTheRequest() async throws {
        let sent = try request(
            "/users/7?n=-1.5&empty&big=18446744073709551615", headers: ["Accept-Language": "de"])
        let text = try await json(
            [
                "/a": .path("id"), "/b": .path("id", as: .number), "/c": .query("n", as: .number),
                "/d": .query("n"), "/e": .query("big", as: .number), "/f": .query("empty"),
                "/g": .query("gone", default: .null),
                "/h": .query("gone", as: .number, default: 1), "/i": .header("Accept-Language"),
                "/j": .header("Gone", default: "x"), "/k": .value(["a": [true]]),
            ],
            in: #"{"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,"j":0,"k":0}"#, sent)
        #expect(
            text == #"""
                {"a":"7","b":7,"c":-1.5,"d":"-1.5","e":18446744073709551615,"f":"","g":null,"h":1,\#
                "i":"de","j":"x","k":{"a":[true]}}
                """#)
        let ofJSON = try await json(
            ["/a": .body(""), "/b": .body("/gone", default: 3)], in: #"{"a": 0, "b": 0}"#,
            request("/users/7", #"{"a": [1]}"#))
        let ofForm = try await json(
            ["/v": .form("n", as: .number)], in: #"{"v": 0}"#, request("/users/7", "a=b&n=4"))
        #expect([ofJSON, ofForm] == [#"{"a":{"a":[1]},"b":3}"#, #"{"v":4}"#])
    }

    @Test func datesAreThoseOfTheAnswerOrWhatATestSays() async throws {
        let response = CannedResponse("Found", json: ["a": 0, "b": 0, "c": 0, "d": 0]).setting([
            "/a": .date(after: .seconds(60)), "/b": .date(.secondsSince1970),
            "/c": .date(.millisecondsSince1970),
            "/d": .date(.secondsSince1970, after: .seconds(-60)),
        ])
        let fixed = barricade(response) { $0.date = { Date(timeIntervalSince1970: 1_767_225_600) } }
        #expect(
            try await fixed.answer(to: "GET /users/7") == #"""
                200 {"a":"2026-01-01T00:01:00Z","b":1767225600,"c":1767225600000,"d":1767225540}
                """#)
        let before = Date().timeIntervalSince1970
        let usual = barricade(response)
        let text = try await usual.session.get("\(api)/users/7").text
        let values = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        let found = try #require(values["c"]?.double) / 1_000
        #expect(found >= before - 0.001)
        #expect(found <= Date().timeIntervalSince1970)
    }

    // MARK: Pointers

    /// Those of RFC 6901, section 5: each sets its place to itself, but for the whole document.
    @Test func pointersAreThoseOfTheRFC() async throws {
        let document = #"""
            {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5,
             "k\"l": 6, " ": 7, "m~n": 8}
            """#
        let text = try await json(
            [
                "/foo/0": .value("/foo/0"), "/": .value("/"), "/a~1b": .value("/a~1b"),
                "/c%d": .value("/c%d"), "/e^f": .value("/e^f"), "/g|h": .value("/g|h"),
                "/i\\j": .value("/i\\j"), "/k\"l": .value("/k\"l"), "/ ": .value("/ "),
                "/m~0n": .value("/m~0n"),
            ], in: document, request())
        #expect(
            try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) == [
                "foo": ["/foo/0", "baz"], "": "/", "a/b": "/a~1b", "c%d": "/c%d", "e^f": "/e^f",
                "g|h": "/g|h", "i\\j": "/i\\j", "k\"l": "/k\"l", " ": "/ ", "m~n": "/m~0n",
            ])
        let whole = try await json(["": .value([1])], in: "{}", request())
        // The second leads into what the first one sets.
        let later = try await barricade(
            ["/a": .value(["b": 1]), "/a/b": .path("id")], json: #"{"a": {"b": 0}}"#
        ).answer(to: "GET /users/7")
        #expect([whole, later] == ["[1]", #"200 {"a":{"b":"7"}}"#])
    }

    @Test func aPointerThatIsNoneOrLeadsNowhereIsAMistake() async throws {
        let none: KeyValuePairs<String, String> = [
            "id": #"…: "id" is not a JSON pointer (RFC 6901); "/id" is one."#,
            "/a~2": #"…: "/a~2" is not a JSON pointer (RFC 6901)."#,
            "/a~": #"…: "/a~" is not a JSON pointer (RFC 6901)."#,
        ]
        for (pointer, fault) in none {
            let place = try await mistake(of: barricade([pointer: .path("id")]))
            let source = try await mistake(of: barricade(["/id": .body(pointer)]))
            #expect([place, source] == [fault, fault])
        }
        for pointer in ["/ID", "/id/x", "/tags/2", "/tags/-", "/tags/00", "/tags/1/c"] {
            let barricade = barricade([pointer: .path("id")])
            let found = try await mistake(of: barricade)
            let fault = #"…. The pointer "\#(pointer)" leads to no value of its JSON."#
            #expect(found == fault)
            #expect(barricade.validate().map(\.code) == [.invalidDefinition])
        }
    }

    // MARK: Mistakes

    @Test func aSegmentThatTheSetDoesNotNameIsAMistake() {
        let response = CannedResponse("Found", json: ["id": 0]).setting(["/id": .path("uid")])
        let matchers: [RequestMatcher] = [
            .get("/users/:id"), .host("a"), .get("/a/:a") || .get("/b/:id/:a") && .query("q"),
            .get("/a/:a") || .get("/b/:uid"),
        ]
        let found = matchers.map { matcher in
            reason(barricade(response, on: matcher).validate().first?.message)
        }
        let start = #"…. The value for "/id" is missing: its set names no segment "uid"."#
        let expected: [String?] = [
            #"\#(start) Did you mean "id"? Known: "id"."#, "\(start) Known: none.",
            #"\#(start) Did you mean "id"? Known: "id", "a"."#, nil,
        ]
        #expect(found == expected)
    }

    @Test func aValueThatIsMissingFailsTheRequest() async throws {
        let rows: [(ValueSource, String?, String)] = [
            (.path("name"), "{}", #"path has no "name""#),
            (.path("id", as: .number), "{}", #"path value of "id" is not a number"#),
            (.path("id", as: .boolean), "{}", #"path value of "id" is not a boolean"#),
            (.query("page"), "{}", #"query has no "page""#),
            (.header("X-A"), "{}", #"header has no "X-A""#),
            (.body("/gone"), "{}", #"body has no value at "/gone""#),
            (.form("n"), "{}", "body is application/json, not a form"),
            (.body("/a"), nil, "request has no body"),
            (.body("/a"), "{", "body is not JSON (it ends too early, at offset 1)"),
        ]
        for (source, body, fault) in rows {
            let sent = try request("/users/x", body, headers: ["Content-Type": "application/json"])
            let barricade = barricade(["/id": source])
            do {
                let text = try await barricade.session.send(sent).text
                Issue.record("\(fault), but answered: \(text)")
            } catch {
                let found = BarricadeError(error)
                let message = #"…. The value for "/id" is missing: \#(fault)."#
                #expect(reason(found?.message) == message)
                #expect(found?.code == .unreadableBody)
            }
        }
    }

    @Test func aBodyThatCannotBeSetIsAMistake() async throws {
        let folder = try ScratchFolder()
        let bodies: KeyValuePairs<ResponseBody, String> = [
            .text("{\n  \"id\": x\n}", contentType: "application/json"):
                "…. Its body is not JSON (line 2, column 9), so no values can be set.",
            .file("a.json", in: .directory(folder.url)): """
            …. The file "a.json" is missing. Tried:
              \(folder.file("a.json").path)
            """, .none: "…: it has no body that setting(…) can change: json: or file:.",
            .chunks(["{}"]): "…: it has no body that setting(…) can change: json: or file:.",
        ]
        for (body, fault) in bodies {
            let response = CannedResponse("Found", body: body).setting(["/id": .path("id")])
            #expect(try await mistake(of: barricade(response)) == fault)
        }
    }
}
