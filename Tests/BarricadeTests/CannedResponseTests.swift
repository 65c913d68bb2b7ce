import Barricade
import Testing

@testable import TestSupport

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

    /// Returns the text, the status and these header fields of the answer to a request.
    private func answer(
        _ response: CannedResponse, fields: [String] = ["Content-Type", "Content-Length"]
    ) async throws -> [String?] {
        let barricade = barricade(response)
        let url = "\(api)/a?x=1"
        let answer = try await barricade.session.get(url)
        #expect(barricade.validate() == [])
        #expect(answer.response.url?.absoluteString == url)
        return [answer.text, "\(answer.status)"]
            + fields.map { answer.response.value(forHTTPHeaderField: $0) }
    }

    // MARK: Heads

    @Test func aHeadIsGivenAsItIsWrittenAndWinsOverThatOfTheBody() async throws {
        let headers: HTTP.Headers = [
            "X-One": "1", "Set-Cookie": "a=1", "x-empty": "", "SET-COOKIE": "b=2",
        ]
        func hello(_ headers: HTTP.Headers) -> CannedResponse {
            CannedResponse("R", headers: headers, text: "hello")
        }
        let (ofBody, text) = (["Content-Type", "Content-Length"], "text/plain; charset=utf-8")
        var table: [(CannedResponse, fields: [String], answer: [String?])] = [
            (
                CannedResponse("R", headers: headers), ["x-one", "set-cookie", "X-Empty"],
                ["", "200", "1", "a=1, b=2", ""]
            ),
            (
                hello(["content-type": "a/b", "CONTENT-LENGTH": "3"]), ofBody,
                ["hel", "200", "a/b", "3"]
            ),
            // A chunked response has no length.
            (hello(["transfer-encoding": "chunked"]), ofBody, ["hello", "200", text, nil]),
        ]
        table += ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"].map {
            let response = CannedResponse("R", status: 201, httpVersion: $0, body: .text("x"))
            return (response, [], ["x", "201"])
        }
        table += [(200, "0"), (204, nil), (304, nil), (404, "0"), (418, "0"), (599, "0")].map {
            (CannedResponse("R", status: HTTP.Status($0)), ofBody, ["", "\($0)", nil, $1])
        }
        for (response, fields, expected) in table {
            let answer = try await answer(response, fields: fields)
            #expect(answer == expected, "\(response) \(fields)")
        }
    }

    // MARK: Bodies

    /// The responses with their text and content type; `nil` if there is no body at all.
    private static let bodies: [(CannedResponse, String, String?)] = [
        (CannedResponse("None"), "", nil),
        (CannedResponse("None", body: .none), "", nil),
        (CannedResponse("Text", text: "Zoë"), "Zoë", "text/plain; charset=utf-8"),
        (CannedResponse("HTML", body: .text("<p>", contentType: "text/html")), "<p>", "text/html"),
        (CannedResponse("HTML", text: "<p>", contentType: "text/html"), "<p>", "text/html"),
        (CannedResponse("Empty", text: ""), "", "text/plain; charset=utf-8"),
        (CannedResponse("Data", data: Data("abc".utf8)), "abc", "application/octet-stream"),
        (CannedResponse("Data", body: .data(Data("abc".utf8))), "abc", "application/octet-stream"),
        (CannedResponse("Data", body: .data(Data(), contentType: "a/b")), "", "a/b"),
    ]

    @Test func textIsSentInItsCharset() async throws {
        let latin = "text/html; charset=ISO-8859-1"
        for (response, expected) in [
            (CannedResponse("R", text: "é", contentType: latin), .success([0xE9])),
            (
                CannedResponse("R", headers: ["Content-Type": latin], text: "é"),
                .success([0xE9])
            ),
            (CannedResponse("R", body: .text("é", contentType: latin)), .success([0xE9])),
            (CannedResponse("R", text: "é", contentType: "text/html"), .success([0xC3, 0xA9])),
            (
                CannedResponse("R", text: "€", contentType: latin),
                .failure(#"its charset "iso-8859-1" cannot hold its text"#)
            ),
            (
                CannedResponse("R", text: "é", contentType: "text/plain; charset=x"),
                .failure(#"its charset "x" is not known here: send data:"#)
            ),
        ] as [(CannedResponse, Sending)] {
            let barricade = Barricade(ResponseSet("Set", on: .any, responses: [response]))
            let session = barricade.session
            switch expected {
            case .success(let bytes):
                let (data, _) = try await session.data(from: URL(api))
                #expect([UInt8](data) == bytes, "\(response)")
            case .failure(let reason):
                let message = try await session.failure(api).localizedDescription
                #expect(message.hasSuffix("cannot be sent: \(reason)."))
            }
        }
    }

    private enum Sending {
        case success([UInt8])
        case failure(String)
    }

    /// Those of JSON.
    private static let json: [(CannedResponse, String)] = [
        (
            CannedResponse(
                "Literal", json: ["b": [1, 2.5, nil, true, "/é"], "a": ["x": -1], "c": [:]]),
            #"{"a":{"x":-1},"b":[1,2.5,null,true,"/é"],"c":{}}"#
        ),
        (
            CannedResponse("Last", json: JSONValue(dictionaryLiteral: ("a", 1), ("a", 2))),
            #"{"a":2}"#
        ),
        (CannedResponse("Array", json: []), "[]"),
        (CannedResponse("Null", body: .json(nil)), "null"),
        (CannedResponse("Value", body: .json(JSONValue.string("x"))), #""x""#),
        (CannedResponse("Text", jsonText: #" {"a" : 1} "#), #" {"a" : 1} "#),
        (CannedResponse("Fragment", jsonText: "7"), "7"),
        (CannedResponse("Text", body: .jsonText("[ ]")), "[ ]"),
        (
            CannedResponse("Model", encoding: Contact()),
            #"{"age":7,"born":-978307200,"name":"Zoë/A"}"#
        ),
        (CannedResponse("Models", encoding: [Int]()), "[]"),
        (CannedResponse("Body", body: .encoding(["b": 1, "a": 2])), #"{"a":2,"b":1}"#),
        (
            CannedResponse("Encoder", encoding: Contact(name: "A"), encoder: encoder),
            #"{"age":7,"born":0,"name":"A"}"#
        ),
    ]

    private static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        return encoder
    }()

    @Test func aBodyIsGivenWithItsTypeAndLength() async throws {
        let json = Self.json.map { ($0, $1, "application/json" as String?) }
        for (response, text, type) in Self.bodies + json {
            let answer = try await answer(response)
            #expect(answer == [text, "200", type, "\(text.utf8.count)"], "\(response)")
        }
    }

    @Test func aFileHasTheTypeOfItsExtension() async throws {
        let folder = try ScratchFolder()
        let types = [
            "a.json": "application/json", "a.JSON": "application/json",
            "a.b.txt": "text/plain; charset=utf-8", "a.html": "text/html; charset=utf-8",
            "a.png": "image/png", "a.jpeg": "image/jpeg", "a.svg": "image/svg+xml",
            "a.ndjson": "application/x-ndjson", "a.jsonl": "application/jsonl",
            "a.xml": "application/xml", "a.pdf": "application/pdf", "a.mp4": "video/mp4",
            "a.tar.gz": "application/gzip", "a.xyz": "application/octet-stream",
            "a.": "application/octet-stream", "json": "application/octet-stream",
            "v1.json/readme": "application/octet-stream",
            "v1.2/json": "application/octet-stream", "v1.2/a.json": "application/json",
        ]
        for (name, type) in types {
            try folder.write("1", to: name)
            let response = CannedResponse("R", file: name, in: .directory(folder.url))
            #expect(try await answer(response) == ["1", "200", type, "1"], "\(name)")
        }
        let body = ResponseBody.file("a.json", in: .directory(folder.url), contentType: "a/b")
        #expect(try await answer(CannedResponse("R", body: body)) == ["1", "200", "a/b", "1"])
    }

    // MARK: Errors

    @Test func anErrorIsGivenAndNamesTheURLIfItIsOfTheLoadingSystem() async throws {
        let barricade = barricade(CannedResponse("R", error: .timedOut))
        let error = try #require(try await barricade.session.failure("\(api)/a") as? URLError)
        #expect(error.code == .timedOut)
        #expect(error.failingURL?.absoluteString == "\(api)/a")
        let other = self.barricade(
            CannedResponse("R", error: NSError(domain: "Tea", code: 418, userInfo: [:])))
        let given = try await other.session.failure(api) as NSError
        #expect("\(given.domain) \(given.code)" == "Tea 418")
    }

    @Test func whatCannotBeSentIsNamed() async throws {
        let url = try URL("https://example.com/a.json?token=secret")
        var table: [(CannedResponse, String)] = [
            (
                CannedResponse("R", status: 200, redirect: "/b"),
                """
                no client follows a redirect of status 200, but those of 301, 302, 303, 307 and 308
                """
            ),
            (
                CannedResponse("R", encoding: Unencodable()),
                "its Unencodable cannot be encoded as JSON: not today"
            ),
            (
                CannedResponse("R", status: 99, headers: ["": "x"], delay: .seconds(-1)),
                """
                its delay is negative or infinite; its status is 99, allowed are 200 to 599; \
                header name "" is not a token (RFC 9110, 5.6.2)
                """
            ),
            (
                CannedResponse("R", body: .file(url)),
                "its file is https://example.com/a.json?token=•••, which is not a file URL"
            ),
        ]
        table += [-1, 0, 99, 100, 103, 199, 600, 1000, Int.max].map {
            (
                CannedResponse("R", status: HTTP.Status($0)),
                "its status is \($0), allowed are 200 to 599"
            )
        }
        table += ["a\nb", "a\r\nb", "a\r", "\0"].map {
            (
                CannedResponse("R", headers: ["X-One": $0]),
                "the value of header X-One holds a line break or a zero byte"
            )
        }
        table += ["", "X One", "X:", "X\n", "Ü"].map {
            (
                CannedResponse("R", headers: [$0: "x"]),
                "header name \($0.debugDescription) is not a token (RFC 9110, 5.6.2)"
            )
        }
        table += [
            "": "it ends too early, line 1, column 1", "{": "it ends too early, line 1, column 2",
            "{'a': 1}": "line 1, column 2", "{\n nope}": "line 2, column 2",
            "[1,]x": "line 1, column 4",
        ].map {
            (
                CannedResponse("R", jsonText: $0),
                "its text is not JSON (\($1)); to send broken JSON use body: .text(…)"
            )
        }
        for (response, fault) in table + Self.oddSeries + Self.oddFailures {
            let message = """
                invalidDefinition: Response "R" of set "S" (CannedResponseTests.swift:7) \
                cannot be sent: \(fault).
                """
            let faults = try await barricade(response).faultsOfChecksAndRequest()
            #expect(faults == [message, message], "\(response)")
        }
    }

    /// Sequences and weighted choices that cannot be given.
    private static let oddSeries: [(CannedResponse, String)] = [
        (.sequence("R") {}, "it has no responses"), (.weighted("R", []), "it has no responses"),
        (
            .weighted("R", [(0, CannedResponse())]),
            "its weights are negative or infinite, or all of them are 0"
        ),
        (
            .weighted("R", [(1, CannedResponse()), (-1, CannedResponse())]),
            "its weights are negative or infinite, or all of them are 0"
        ),
        (
            .sequence("R") { CannedResponse().times(0) },
            "a number in times(…), or everyNth:, is below 1"
        ),
        (
            CannedResponse("R").times(3),
            "times(3) is for the responses of a sequence, .sequence { … }"
        ),
        (
            CannedResponse("R").times(3).failing(.timedOut, everyNth: 2),
            "times(3) is for the responses of a sequence, .sequence { … }"
        ),
        (
            .weighted("R", [(1, CannedResponse().times(1))]),
            "times(1) is for the responses of a sequence, .sequence { … }"
        ),
        (
            .sequence("R") { CannedResponse().times(2) }.times(2),
            "times(2) is for the responses of a sequence, .sequence { … }"
        ),
        (.sequence("R") { CannedResponse(status: 99) }, "its status is 99, allowed are 200 to 599"),
    ]

    private static let chunks = CannedResponse("R", body: .chunks(["a"]))

    /// Failures where there cannot be one, and pieces that cannot be given.
    private static let oddFailures: [(CannedResponse, String)] = [
        (
            CannedResponse("R").failing(.timedOut, everyNth: 0),
            "a number in times(…), or everyNth:, is below 1"
        ),
        (
            CannedResponse("R").failing(.timedOut, everyNth: -1),
            "a number in times(…), or everyNth:, is below 1"
        ),
        (
            CannedResponse("R", text: "a").failing(.timedOut, after: .bytes(-1)),
            "it fails after a negative number of bytes"
        ),
        (
            chunks.failing(.timedOut, after: .chunks(-1)),
            "it fails after a negative number of chunks"
        ),
        (
            CannedResponse("R", body: .events([])).failing(.timedOut, after: .events(-1)),
            "it fails after a negative number of events"
        ),
        (
            CannedResponse("R", text: "a").failing(.timedOut, after: .chunks(1)),
            """
            it fails after a number of chunks, and its body does not come in chunks (.chunks, \
            .stream or .events)
            """
        ),
        (
            chunks.failing(.timedOut, after: .events(1)),
            "it fails after a number of events, and its body is not one of .events"
        ),
        (
            chunks.malformingJSON(),
            "its body comes in pieces, which malformingJSON() cannot change"
        ),
        (
            CannedResponse("R", body: .chunks(["a"], every: .seconds(-1))),
            "the pause between its pieces is negative"
        ),
    ]

    // MARK: Description

    @Test func itsDescriptionSaysWhatARequestGets() {
        let endless: Duration = .seconds(Int64.max) * 18
        let responses = [
            CannedResponse("R"), CannedResponse("R", status: 204), CannedResponse("R", json: []),
            CannedResponse("R", status: .notFound, text: "x"),
            CannedResponse("R", headers: ["content-type": "a/b;c=d"], text: "x"),
            CannedResponse("R", file: "a.png"), CannedResponse("R", redirect: "/b"),
            CannedResponse("R", error: NSError(domain: "Tea", code: 418)),
            CannedResponse("R", error: .timedOut), CannedResponse(status: 503), .live(),
            .live("Real") { reply, _ in reply.response }, CannedResponse(delay: .seconds(0.5)),
            CannedResponse(delay: .fixed(endless, plusUpTo: endless)),
        ]
        #expect(
            responses.map { "\($0)" } == [
                "R: 200", "R: 204", "R: 200 application/json", "R: 404 text/plain", "R: 200 a/b",
                "R: 200 image/png", "R: 302 to /b", "R: error Tea 418", "R: error timedOut", "503",
                "Live: the real server", "Real: the real server, changed",
                "200 after 0.5 seconds", "200 after an unusable time",
            ])
    }
}
