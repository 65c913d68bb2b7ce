import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct CannedResponseTests {
    private struct Contact: Encodable, Sendable {
        var name = "Zoë/A"
        var born = Date(timeIntervalSince1970: 0)
        var age = 7
    }

    private struct Unencodable: Encodable, Sendable, Error, CustomStringConvertible {
        var description: String { "not today" }
        func encode(to encoder: any Encoder) throws { throw self }
    }

    private func barricade(_ response: CannedResponse) -> Barricade {
        Barricade(ResponseSet("S", on: .any, line: 7) { response })
    }

    private func answer(
        _ response: CannedResponse
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        let barricade = barricade(response)
        return try await barricade.session.get(api)
    }

    // MARK: Status

    @Test(arguments: [100, 101, 200, 204, 304, 404, 418, 500, 599])
    func aStatusThatHTTPAllowsIsGiven(_ status: Int) async throws {
        let barricade = barricade(CannedResponse("R", status: HTTP.Status(status)))
        #expect(try await barricade.session.get(api).status == status)
        #expect(barricade.validate() == [])
        #expect(HTTP.Status(status).isValid)
    }

    @Test(arguments: [-1, 0, 99, 600, 1000, .max])
    func anyOtherStatusFailsTheRequest(_ status: Int) async throws {
        try await expectFault(
            "its status is \(status), allowed are 100 to 599",
            of: CannedResponse("R", status: HTTP.Status(status)))
    }

    @Test func aRedirectWantsAStatusThatIsFollowed() async throws {
        try await expectFault(
            "no client follows a redirect of status 200, but those of 301, 302, 303, 307 and 308",
            of: CannedResponse("R", redirect: "/b", status: 200))
    }

    private func expectFault(
        _ fault: String, of response: CannedResponse, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let message =
            "Response \"R\" of set \"S\" (CannedResponseTests.swift:7) cannot be sent: \(fault)."
        let barricade = barricade(response)
        #expect(barricade.validate().map(\.message) == [message], sourceLocation: location)
        let error = BarricadeError(try await barricade.session.failure(api))
        #expect(error?.message == message, sourceLocation: location)
        #expect(error?.code == .invalidDefinition, sourceLocation: location)
    }

    @Test func everyFaultIsNamed() async throws {
        try await expectFault(
            """
            its delay is negative or infinite; its status is 99, allowed are 100 to 599; \
            header name "" is not a token (RFC 9110, 5.6.2)
            """,
            of: CannedResponse("R", status: 99, headers: ["": "x"], delay: .seconds(-1)))
    }

    // MARK: Headers

    @Test func headersAreGiven() async throws {
        let headers: HTTP.Headers = [
            "X-One": "1", "Set-Cookie": "a=1", "x-empty": "", "SET-COOKIE": "b=2", "X-Ünï": "never",
        ]
        var valid = headers
        valid["X-Ünï"] = nil
        let response = try await answer(CannedResponse("R", headers: valid))
            .response
        #expect(response.value(forHTTPHeaderField: "x-one") == "1")
        #expect(response.value(forHTTPHeaderField: "set-cookie") == "a=1, b=2")
        #expect(response.value(forHTTPHeaderField: "X-Empty") == "")
        #expect(response.value(forHTTPHeaderField: "Content-Type") == nil)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == nil)
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\r", "\0"])
    func aHeaderValueWithALineBreakFailsTheRequest(_ value: String) async throws {
        try await expectFault(
            "the value of header X-One holds a line break or a zero byte",
            of: CannedResponse("R", headers: ["X-One": value]))
    }

    @Test(arguments: ["", "X One", "X:", "X\n", "Ü"])
    func aHeaderNameThatIsNoTokenFailsTheRequest(_ name: String) async throws {
        try await expectFault(
            "header name \(name.debugDescription) is not a token (RFC 9110, 5.6.2)",
            of: CannedResponse("R", headers: [name: "x"]))
    }

    @Test func headersGivenWinOverThoseOfTheBody() async throws {
        let headers: HTTP.Headers = ["content-type": "a/b", "CONTENT-LENGTH": "3"]
        let answer = try await answer(
            CannedResponse("R", headers: headers, json: ["id": 7])
        )
        #expect(answer.response.value(forHTTPHeaderField: "Content-Type") == "a/b")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "3")
        #expect(answer.text == #"{"id":7}"#)
    }

    @Test func aChunkedResponseHasNoLength() async throws {
        let response = CannedResponse("R", headers: ["transfer-encoding": "chunked"], text: "x")
        let answer = try await answer(response)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == nil)
        #expect(answer.text == "x")
    }

    @Test(arguments: ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"])
    func everyHTTPVersionIsGiven(_ version: String) async throws {
        let response = CannedResponse("R", status: 201, httpVersion: version, body: .text("x"))
        let answer = try await answer(response)
        #expect(answer.status == 201 && answer.text == "x")
    }

    @Test func theResponseIsThatOfItsURL() async throws {
        let barricade = barricade(CannedResponse("R", text: "x"))
        let session = barricade.session
        for path in ["/a", "/a", "/b", "/a?x=1", "/a"] {
            #expect(try await session.get(api + path).response.url?.absoluteString == api + path)
        }
    }

    // MARK: Bodies

    /// A response, the text of its body and its content type.
    private static let bodies: [(CannedResponse, String, String?)] = [
        (CannedResponse("None"), "", nil),
        (CannedResponse("None", body: .none), "", nil),
        (CannedResponse("Text", text: "Zoë"), "Zoë", "text/plain; charset=utf-8"),
        (CannedResponse("HTML", body: .text("<p>", contentType: "text/html")), "<p>", "text/html"),
        (CannedResponse("Empty", text: ""), "", "text/plain; charset=utf-8"),
        (CannedResponse("Data", body: .data(Data("abc".utf8))), "abc", "application/octet-stream"),
        (CannedResponse("Data", body: .data(Data(), contentType: "a/b")), "", "a/b"),
        (
            CannedResponse(
                "Literal", json: ["b": [1, 2.5, nil, true, "/é"], "a": ["x": -1], "c": [:]]),
            #"{"a":{"x":-1},"b":[1,2.5,null,true,"/é"],"c":{}}"#, "application/json"
        ),
        (
            CannedResponse("Last", json: JSONValue(dictionaryLiteral: ("a", 1), ("a", 2))),
            #"{"a":2}"#, "application/json"
        ),
        (CannedResponse("Array", json: []), "[]", "application/json"),
        (CannedResponse("Null", body: .json(nil)), "null", "application/json"),
        (CannedResponse("Value", body: .json(JSONValue.string("x"))), #""x""#, "application/json"),
        (CannedResponse("Text", jsonText: #" {"a" : 1} "#), #" {"a" : 1} "#, "application/json"),
        (CannedResponse("Fragment", jsonText: "7"), "7", "application/json"),
        (
            CannedResponse("Model", encoding: Contact()),
            #"{"age":7,"born":-978307200,"name":"Zoë/A"}"#, "application/json"
        ),
        (CannedResponse("Models", encoding: [Int]()), "[]", "application/json"),
        (CannedResponse("Text", body: .jsonText("[ ]")), "[ ]", "application/json"),
        (
            CannedResponse("Body", body: .encoding(["b": 1, "a": 2])), #"{"a":2,"b":1}"#,
            "application/json"
        ),
    ]

    @Test(arguments: bodies) func aBodyIsGivenWithItsTypeAndLength(
        _ example: (response: CannedResponse, text: String, type: String?)
    ) async throws {
        let barricade = barricade(example.response)
        let answer = try await barricade.session.get(api)
        let isEmpty = example.type == nil
        #expect(answer.text == example.text)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Type") == example.type)
        #expect(
            answer.response.value(forHTTPHeaderField: "Content-Length")
                == (isEmpty ? nil : "\(example.text.utf8.count)"))
        #expect(barricade.validate() == [])
    }

    @Test func aModelIsEncodedByTheEncoderGiven() async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        let response = CannedResponse("R", encoding: Contact(name: "A"), encoder: encoder)
        let answer = try await answer(response)
        #expect(answer.text == #"{"age":7,"born":0,"name":"A"}"#)
    }

    @Test(arguments: [
        ("", "it ends too early, at offset 0"), ("{", "it ends too early, at offset 1"),
        ("{'a': 1}", "offset 1"), ("nope", "offset 1"),
        ("[1,]x", "offset 3"),
    ])
    func textThatIsNotJSONFailsTheRequest(_ text: String, _ reason: String) async throws {
        try await expectFault(
            "its text is not JSON (\(reason)); to send broken JSON use body: .text(…)",
            of: CannedResponse("R", jsonText: text))
    }

    @Test func aModelThatCannotBeEncodedFailsTheRequest() async throws {
        try await expectFault(
            "its Unencodable cannot be encoded as JSON: not today",
            of: CannedResponse("R", encoding: Unencodable()))
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.JSON", "application/json"),
        ("a.b.txt", "text/plain; charset=utf-8"), ("a.html", "text/html; charset=utf-8"),
        ("a.png", "image/png"), ("a.jpeg", "image/jpeg"), ("a.svg", "image/svg+xml"),
        ("a.xml", "application/xml"), ("a.pdf", "application/pdf"), ("a.mp4", "video/mp4"),
        ("a.tar.gz", "application/gzip"), ("a.xyz", "application/octet-stream"),
        ("a.", "application/octet-stream"), ("json", "application/octet-stream"),
        ("v1.json/readme", "application/octet-stream"), ("v1.2/json", "application/octet-stream"),
        ("v1.2/a.json", "application/json"),
    ])
    func aFileHasTheTypeOfItsExtension(_ name: String, type: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: name)
        let response = CannedResponse("R", file: name, in: .directory(folder.url))
        let plain = try await answer(response).response
        #expect(plain.value(forHTTPHeaderField: "Content-Type") == type)
        let typed = CannedResponse(
            "R", body: .file(name, in: .directory(folder.url), contentType: "a/b"))
        let other = try await answer(typed).response
        #expect(other.value(forHTTPHeaderField: "Content-Type") == "a/b")
    }

    // MARK: Errors

    @Test func anErrorOfTheLoadingSystemNamesTheURL() async throws {
        let barricade = barricade(CannedResponse("R", error: .timedOut))
        let error = try #require(try await barricade.session.failure("\(api)/a") as? URLError)
        #expect(error.code == .timedOut)
        #expect(error.failingURL?.absoluteString == "\(api)/a")
    }

    @Test func anyErrorIsGiven() async throws {
        let bare = NSError(domain: "Tea", code: 418, userInfo: [:])
        let barricade = barricade(CannedResponse("R", error: bare))
        let error = try await barricade.session.failure(api)
        #expect((error as NSError).domain == "Tea")
        #expect((error as NSError).code == 418)
    }

    // MARK: Description

    @Test(arguments: [
        (CannedResponse("R"), "R: 200"),
        (CannedResponse("R", status: 204), "R: 204"),
        (CannedResponse("R", json: []), "R: 200 application/json"),
        (CannedResponse("R", status: .notFound, text: "x"), "R: 404 text/plain"),
        (CannedResponse("R", headers: ["content-type": "a/b;c=d"], text: "x"), "R: 200 a/b"),
        (CannedResponse("R", file: "a.png"), "R: 200 image/png"),
        (CannedResponse("R", redirect: "/b"), "R: 302 to /b"),
        (CannedResponse("R", error: NSError(domain: "Tea", code: 418)), "R: error Tea 418"),
        (CannedResponse("R", error: .timedOut), "R: error timedOut"),
        (CannedResponse(status: 503), "503"),
        (.live(), "Live: the real server"),
        (.live { reply, _ in reply.response }, "Live: the real server, changed"),
    ])
    func saysWhatARequestGets(_ response: CannedResponse, description: String) {
        #expect("\(response)" == description)
    }

    @Test func theLiveResponseHasAName() {
        #expect(CannedResponse.live().name == "Live")
        #expect(CannedResponse.live("Real").name == "Real")
    }
}
