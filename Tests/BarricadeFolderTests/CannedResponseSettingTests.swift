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

    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade([
            ResponseSet(
                "User", on: .any("/users/:id"), responses: [response], fileID: "M/A.swift", line: 3)
        ])
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
        let answer = try await barricade.session.send(sent)
        #expect(
            answer.text
                == #"{"at":"","flag":true,"id":7,"page":"a b","tags":["a",{"b":[1.5,null]}]}"#)
        #expect(answer.status == 201)
        #expect(answer.response.mimeType == "application/json")
        #expect(answer.response.value(forHTTPHeaderField: "X-A") == "1")
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
            #expect(try await barricade.session.get("\(api)/users/x%2Fy").text == #"{"id":"x/y"}"#)
        }
    }

    @Test func valuesAreSetInTheRealAnswer() async throws {
        let server = try LocalServer { _ in
            LocalServer.Response(body: Data(#"{"title": "Fog", "stock": 3}"#.utf8))
        }
        let barricade = Barricade(
            ResponseSet("Live", on: .any) {
                CannedResponse.live("Sold Out").setting(["/stock": .value(0)])
            })
        #expect(barricade.validate() == [])
        let answer = try await barricade.patientSession.get("\(server.url())")
        #expect(answer.text == #"{"stock":0,"title":"Fog"}"#)
    }

    @Test func aDelayIsWaitedOnce() async throws {
        let clock = ImmediateClock()
        let response = CannedResponse("Slow", json: ["id": 0], delay: .seconds(3))
            .setting(["/id": .path("id")])
        let barricade = Barricade([
            ResponseSet("User", on: .any("/users/:id"), responses: [response])
        ]) {
            $0.clock = clock
        }
        _ = try await barricade.session.get("\(api)/users/1")
        #expect(clock.now.offset == .seconds(3))
    }

    @Test func otherChangesCountToo() async throws {
        let response = CannedResponse("Found", json: ["id": 0]).setting(["/id": .path("id")])
        let malformed = barricade(response.malformingJSON())
        #expect(
            try await malformed.session.get("\(api)/users/7").text == #"{"id":"7","#)
        let failing = barricade(response.failing(.networkConnectionLost))
        #expect(
            try await failing.session.complete("\(api)/users/7").code == .networkConnectionLost)
    }

    // MARK: Sources

    @Test(arguments: [
        (ValueSource.path("id"), #""7""#), (.path("id", as: .number), "7"),
        (.query("n", as: .number), "-1.5"), (.query("n"), #""-1.5""#),
        (.query("big", as: .number), "18446744073709551615"),
        (.query("empty"), #""""#), (.query("gone", default: .null), "null"),
        (.query("gone", as: .number, default: 1), "1"), (.header("Accept-Language"), #""de""#),
        (.header("Gone", default: "x"), #""x""#), (.value(["a": [true]]), #"{"a":[true]}"#),
    ])
    func valuesAreOfTheRequest(_ source: ValueSource, _ expected: String) async throws {
        let sent = try request(
            "/users/7?n=-1.5&empty&big=18446744073709551615", headers: ["Accept-Language": "de"])
        #expect(try await json(["/v": source], in: #"{"v": 0}"#, sent) == "{\"v\":\(expected)}")
    }

    @Test func valuesAreOfTheBody() async throws {
        #expect(
            try await json(
                ["/v": .body("")], in: #"{"v": 0}"#, request("/users/7", #"{"a": [1]}"#))
                == #"{"v":{"a":[1]}}"#)
        #expect(
            try await json(
                ["/v": .body("/gone", default: 3)], in: #"{"v": 0}"#,
                request("/users/7", #"{"a": [1]}"#)) == #"{"v":3}"#)
        #expect(
            try await json(
                ["/v": .form("n", as: .number)], in: #"{"v": 0}"#, request("/users/7", "a=b&n=4"))
                == #"{"v":4}"#)
    }

    @Test func datesAreThoseOfTheAnswer() async throws {
        let document = #"{"a": 0, "b": 0, "c": 0, "d": 0}"#
        let before = Date().timeIntervalSince1970
        let text = try await json(
            [
                "/a": .date(), "/b": .date(.secondsSince1970),
                "/c": .date(.millisecondsSince1970),
                "/d": .date(.secondsSince1970, after: .seconds(-60)),
            ], in: document, request())
        let after = Date().timeIntervalSince1970
        let values = try JSONDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        guard case .string(let date) = values["a"], case .integer(let b) = values["b"],
            case .integer(let c) = values["c"], case .integer(let d) = values["d"]
        else {
            Issue.record("\(text)")
            return
        }
        let a = try Date(date, strategy: .iso8601).timeIntervalSince1970
        let whole = before.rounded(.down)...after
        #expect(whole.contains(a) && whole.contains(Double(b)))
        #expect((before - 0.001...after).contains(Double(c) / 1_000))
        #expect(whole.contains(Double(d) + 60))
    }

    @Test func aTestSaysWhatTheDateIs() async throws {
        let response = CannedResponse("Found", json: ["at": 0]).setting([
            "/at": .date(after: .seconds(60))
        ])
        let barricade = Barricade(ResponseSet("User", on: .any, responses: [response])) {
            $0.date = { Date(timeIntervalSince1970: 1_767_225_600) }
        }
        #expect(try await barricade.session.get(api).text == #"{"at":"2026-01-01T00:01:00Z"}"#)
    }

    // MARK: Pointers

    /// The document of RFC 6901, section 5.
    private static let document = #"""
        {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5,
         "k\"l": 6, " ": 7, "m~n": 8}
        """#

    @Test(arguments: [
        "/foo", "/foo/0", "/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n",
    ])
    func pointersAreThoseOfTheRFC(_ pointer: String) async throws {
        let text = try await json([pointer: .value("X")], in: Self.document, request())
        let changed = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let before = try #require(
            JSONSerialization.jsonObject(with: Data(Self.document.utf8)) as? [String: Any])
        let key = String(pointer.dropFirst()).replacingOccurrences(of: "~1", with: "/")
            .replacingOccurrences(of: "~0", with: "~")
        #expect(changed.count == before.count)
        if key == "foo/0" {
            #expect(changed["foo"] as? [String] == ["X", "baz"])
        } else {
            #expect(changed[key] as? String == "X")
        }
    }

    @Test func theWholeDocumentAndLaterSettingsCount() async throws {
        #expect(try await json(["": .value([1])], in: "{}", request()) == "[1]")
        let barricade = barricade(
            ["/a": .value(["b": 1]), "/a/b": .path("id")], json: #"{"a": {"b": 0}}"#)
        #expect(try await barricade.session.get("\(api)/users/7").text == #"{"a":{"b":"7"}}"#)
    }

    @Test(arguments: [
        ("id", #""id" is not a JSON pointer (RFC 6901); "/id" is one"#),
        ("/a~2", #""/a~2" is not a JSON pointer (RFC 6901)"#),
        ("/a~", #""/a~" is not a JSON pointer (RFC 6901)"#),
    ])
    func whatIsNoPointerIsAMistake(_ pointer: String, _ fault: String) async throws {
        for barricade in [
            barricade([pointer: .path("id")]), barricade(["/id": .body(pointer)]),
        ] {
            let text = #"Response "Found" of set "User" (A.swift:3) cannot be sent: \#(fault)."#
            #expect(barricade.validate().map(\.message) == [text])
            let error = try await barricade.session.failure("\(api)/users/7")
            #expect(BarricadeError(error)?.message == text)
        }
    }

    @Test(arguments: ["/ID", "/id/x", "/tags/2", "/tags/-", "/tags/00", "/tags/1/c"])
    func aPointerThatLeadsNowhereIsAMistake(_ pointer: String) async throws {
        let barricade = barricade([pointer: .path("id")])
        let text = #"""
            Response "Found" of set "User" (A.swift:3) cannot be sent. The pointer "\#(pointer)" \#
            leads to no value of its JSON.
            """#
        #expect(barricade.validate().map(\.message) == [text])
        let error = BarricadeError(try await barricade.session.failure("\(api)/users/7"))
        #expect(error?.message == text)
        #expect(error?.code == .invalidDefinition)
    }

    // MARK: Mistakes

    @Test func aSegmentThatTheSetDoesNotNameIsAMistake() {
        let response = CannedResponse("Found", json: ["id": 0]).setting(["/id": .path("uid")])
        for (matcher, known) in [
            (RequestMatcher.get("/users/:id"), #"Did you mean "id"? Known: "id""#),
            (.host("a"), "Known: none"),
            (
                .get("/a/:a") || .get("/b/:id/:a") && .query("q"),
                #"Did you mean "id"? Known: "id", "a""#
            ),
        ] {
            let barricade = Barricade([
                ResponseSet(
                    "User", on: matcher, responses: [response], fileID: "M/A.swift", line: 3)
            ])
            #expect(
                barricade.validate().map(\.message) == [
                    #"""
                    Response "Found" of set "User" (A.swift:3) cannot be sent. The value for "/id" is \#
                    missing: its set names no segment "uid". \#(known).
                    """#
                ])
        }
        let right = Barricade(
            ResponseSet("User", on: .get("/a/:a") || .get("/b/:uid")) { response })
        #expect(right.validate() == [])
    }

    @Test(arguments: [
        (ValueSource.path("name"), #"path has no "name""#),
        (.path("id", as: .number), #"path value of "id" is not a number"#),
        (.path("id", as: .boolean), #"path value of "id" is not a boolean"#),
        (.query("page"), #"query has no "page""#), (.header("X-A"), #"header has no "X-A""#),
        (.body("/gone"), #"body has no value at "/gone""#),
        (.form("n"), #"body is application/json, not a form"#),
    ])
    func aValueThatIsMissingFailsTheRequest(
        _ source: ValueSource, _ reason: String
    ) async throws {
        let barricade = barricade(["/id": source])
        let sent = try request(
            "/users/x", #"{"a": 1}"#, headers: ["Content-Type": "application/json"])
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(sent)
        }
        let message = try #require(error.flatMap { BarricadeError($0) }?.message)
        #expect(
            message == #"""
                Response "Found" of set "User" (A.swift:3) cannot be sent. The value for "/id" is \#
                missing: \#(reason).
                """#)
        #expect(error.map { BarricadeError.Code.unreadableBody ~= $0 } == true)
    }

    @Test(arguments: [
        (nil, "request has no body"), ("{", "body is not JSON (it ends too early, at offset 1)"),
    ])
    func anUnreadableBodyFailsTheRequest(_ body: String?, _ reason: String) async throws {
        let sent = try request("/users/7", body)
        let barricade = barricade(["/id": .body("/a")])
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.send(sent)
        }
        #expect(
            error.flatMap { BarricadeError($0) }?.message == #"""
                Response "Found" of set "User" (A.swift:3) cannot be sent. The value for "/id" is \#
                missing: \#(reason).
                """#)
    }

    @Test func whatIsNotJSONCannotBeSet() async throws {
        let barricade = barricade(["/id": .path("id")], json: "{\n  \"id\": x\n}")
        let text = #"""
            Response "Found" of set "User" (A.swift:3) cannot be sent. Its body is not JSON \#
            (line 2, column 9), so no values can be set.
            """#
        #expect(barricade.validate().map(\.message) == [text])
        let error = try await barricade.session.failure("\(api)/users/7")
        #expect(BarricadeError(error)?.message == text)
    }

    @Test func aMissingFileIsSaid() async throws {
        let folder = try ScratchFolder()
        let barricade = barricade(
            CannedResponse("Found", file: "a.json", in: .directory(folder.url))
                .setting(["/id": .path("id")]))
        let text = """
            Response "Found" of set "User" (A.swift:3) cannot be sent. The file "a.json" is missing. \
            Tried:
              \(folder.file("a.json").path)
            """
        #expect(barricade.validate().map(\.message) == [text])
        let error = try await barricade.session.failure("\(api)/users/7")
        #expect(BarricadeError(error)?.message == text)
    }

    @Test func aBodyThatIsNoneCannotBeSet() async throws {
        for body in [ResponseBody.none, .chunks(["{}"])] {
            let barricade = barricade(
                CannedResponse("Found", body: body).setting(["/id": .path("id")]))
            let text = """
                Response "Found" of set "User" (A.swift:3) cannot be sent: it has no body that \
                setting(…) can change: json: or file:.
                """
            #expect(barricade.validate().map(\.message) == [text])
            let error = try await barricade.session.failure("\(api)/users/7")
            #expect(BarricadeError(error)?.message == text)
        }
    }
}
