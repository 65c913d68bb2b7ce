import Barricade
import BarricadeFolder
import BarricadeTesting
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
        var request = URLRequest(url: try #require(URL(string: api + target)))
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
        let failure = try await barricade.session.failure("\(api)/users/7")
        let error = try #require(BarricadeError(failure))
        #expect(barricade.validate().map(\.message) == [error.message])
        return reason(error.message)
    }

    @Test func aFileIsServedWithValuesOfTheRequest() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.user, to: "user.json")
        let barricade = barricade(
            CannedResponse(
                "Found", status: 201, headers: ["X-A": "1"], file: "user.json",
                in: .directory(folder.url)
            ).setting([
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
        #expect(
            ["\(status)", response.mimeType, response.value(forHTTPHeaderField: "X-A")]
                == ["201", "application/json", "1"])
        #expect(try folder.read("user.json") == Self.user)
        try folder.write(
            #"{"id": 1, "page": 2, "flag": 3, "tags": [4, {"b": 5}]}"#, to: "user.json")
        #expect(
            try await barricade.session.send(sent).text
                == #"{"flag":true,"id":7,"page":"a b","tags":[4,{"b":[1.5,null]}]}"#)
    }

    @Test func literalsHandlersAndSequencesAreSetToo() async throws {
        for response in [
            CannedResponse("Literal", json: ["id": 0]),
            CannedResponse("Handler") { _ in CannedResponse(json: ["id": 0]) },
            .sequence("Sequence") { CannedResponse(json: ["id": 0]) },
        ] {
            let barricade = barricade(response.setting(["/id": .path("id")]))
            let text = try await barricade.session.get("\(api)/users/x%2Fy").text
            #expect(text == #"{"id":"x/y"}"#, "\(response)")
        }
    }

    @Test func valuesAreSetInTheRealAnswer() async throws {
        let server = try LocalServer { _ in
            LocalServer.Response(body: Data(#"{"title": "Fog", "stock": 3}"#.utf8))
        }
        let barricade = barricade(
            CannedResponse.live("Sold Out").setting(["/stock": .value(0)]), on: .any)
        #expect(barricade.validate() == [])
        let answer = try await barricade.patientSession.get("\(server.url())")
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
        #expect(
            try await failing.session.complete("\(api)/users/7").code == .networkConnectionLost)
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
        #expect(
            try await json(
                ["/a": .body(""), "/b": .body("/gone", default: 3)], in: #"{"a": 0, "b": 0}"#,
                request("/users/7", #"{"a": [1]}"#)) == #"{"a":{"a":[1]},"b":3}"#)
        #expect(
            try await json(
                ["/v": .form("n", as: .number)], in: #"{"v": 0}"#, request("/users/7", "a=b&n=4"))
                == #"{"v":4}"#)
    }

    @Test func datesAreThoseOfTheAnswerOrWhatATestSays() async throws {
        let response = CannedResponse("Found", json: ["a": 0, "b": 0, "c": 0, "d": 0]).setting([
            "/a": .date(after: .seconds(60)), "/b": .date(.secondsSince1970),
            "/c": .date(.millisecondsSince1970),
            "/d": .date(.secondsSince1970, after: .seconds(-60)),
        ])
        let fixed = barricade(response) { $0.date = { Date(timeIntervalSince1970: 1_767_225_600) } }
        #expect(
            try await fixed.session.get("\(api)/users/7").text
                == #"{"a":"2026-01-01T00:01:00Z","b":1767225600,"c":1767225600000,"d":1767225540}"#)
        let before = Date().timeIntervalSince1970
        let usual = barricade(response)
        let text = try await usual.session.get("\(api)/users/7").text
        let values = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        let found = try #require(values["c"]?.double) / 1_000
        #expect((before - 0.001...Date().timeIntervalSince1970).contains(found))
    }

    // MARK: Pointers

    /// Those of RFC 6901, section 5: each sets its place to itself.
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
    }

    @Test func theWholeDocumentAndLaterSettingsCount() async throws {
        #expect(try await json(["": .value([1])], in: "{}", request()) == "[1]")
        // The second leads into what the first one sets.
        let later = barricade(
            ["/a": .value(["b": 1]), "/a/b": .path("id")], json: #"{"a": {"b": 0}}"#)
        #expect(try await later.session.get("\(api)/users/7").text == #"{"a":{"b":"7"}}"#)
    }

    @Test func aPointerThatIsNoneOrLeadsNowhereIsAMistake() async throws {
        for (pointer, fault) in [
            ("id", #""id" is not a JSON pointer (RFC 6901); "/id" is one"#),
            ("/a~2", #""/a~2" is not a JSON pointer (RFC 6901)"#),
            ("/a~", #""/a~" is not a JSON pointer (RFC 6901)"#),
        ] {
            for settings in [[pointer: .path("id")], ["/id": .body(pointer)]]
                as [KeyValuePairs<String, ValueSource>]
            {
                let found = try await mistake(of: barricade(settings))
                #expect(found == "…: \(fault).")
            }
        }
        for pointer in ["/ID", "/id/x", "/tags/2", "/tags/-", "/tags/00", "/tags/1/c"] {
            let found = try await mistake(of: barricade([pointer: .path("id")]))
            #expect(found == #"…. The pointer "\#(pointer)" leads to no value of its JSON."#)
        }
        let nowhere = barricade(["/ID": .path("id")])
        let failure = try await nowhere.session.failure("\(api)/users/7")
        #expect(BarricadeError.Code.invalidDefinition ~= failure)
    }

    // MARK: Mistakes

    @Test func aSegmentThatTheSetDoesNotNameIsAMistake() {
        let response = CannedResponse("Found", json: ["id": 0]).setting(["/id": .path("uid")])
        func mistake(on matcher: RequestMatcher) -> String? {
            reason(barricade(response, on: matcher).validate().first?.message)
        }
        let start = #"…. The value for "/id" is missing: its set names no segment "uid"."#
        #expect(mistake(on: .get("/users/:id")) == start + #" Did you mean "id"? Known: "id"."#)
        #expect(mistake(on: .host("a")) == start + " Known: none.")
        #expect(
            mistake(on: .get("/a/:a") || .get("/b/:id/:a") && .query("q"))
                == start + #" Did you mean "id"? Known: "id", "a"."#)
        #expect(mistake(on: .get("/a/:a") || .get("/b/:uid")) == nil)
    }

    @Test func aValueThatIsMissingFailsTheRequest() async throws {
        for (source, body, fault) in [
            (.path("name"), "{}", #"path has no "name""#),
            (.path("id", as: .number), "{}", #"path value of "id" is not a number"#),
            (.path("id", as: .boolean), "{}", #"path value of "id" is not a boolean"#),
            (.query("page"), "{}", #"query has no "page""#),
            (.header("X-A"), "{}", #"header has no "X-A""#),
            (.body("/gone"), "{}", #"body has no value at "/gone""#),
            (.form("n"), "{}", "body is application/json, not a form"),
            (.body("/a"), nil, "request has no body"),
            (.body("/a"), "{", "body is not JSON (it ends too early, at offset 1)"),
        ] as [(ValueSource, String?, String)] {
            let sent = try request("/users/x", body, headers: ["Content-Type": "application/json"])
            let barricade = barricade(["/id": source])
            let error = await #expect(throws: (any Error).self) {
                try await barricade.session.send(sent)
            }
            let found = error.flatMap { BarricadeError($0) }
            #expect(reason(found?.message) == #"…. The value for "/id" is missing: \#(fault)."#)
            #expect(found?.code == .unreadableBody)
        }
    }

    @Test func aBodyThatCannotBeSetIsAMistake() async throws {
        let noJSON = barricade(["/id": .path("id")], json: "{\n  \"id\": x\n}")
        #expect(
            try await mistake(of: noJSON)
                == "…. Its body is not JSON (line 2, column 9), so no values can be set.")
        let folder = try ScratchFolder()
        let missing = barricade(
            CannedResponse("Found", file: "a.json", in: .directory(folder.url))
                .setting(["/id": .path("id")]))
        #expect(
            try await mistake(of: missing) == """
                …. The file "a.json" is missing. Tried:
                  \(folder.file("a.json").path)
                """)
        for body in [ResponseBody.none, .chunks(["{}"])] {
            let other = barricade(
                CannedResponse("Found", body: body).setting(["/id": .path("id")]))
            #expect(
                try await mistake(of: other)
                    == "…: it has no body that setting(…) can change: json: or file:.")
        }
    }
}
