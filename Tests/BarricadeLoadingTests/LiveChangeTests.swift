import Barricade
import Testing

@testable import TestSupport

/// Requests that go to the real server, whose answers are changed.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct LiveChangeTests {
    private struct Boom: Error {}

    private func barricade(
        _ pattern: String = "/**", policy: UnmatchedPolicy = .fail,
        _ change: @escaping CannedResponse.LiveChange
    ) -> Barricade {
        Barricade(
            ResponseSet("Live", on: .any(pattern)) {
                CannedResponse.live("Changed", changing: change)
            }
        ) {
            $0.unmatchedPolicy = policy
        }
    }

    /// The fields of a response; those that it has not are none.
    private func fields(_ names: String..., of response: HTTPURLResponse) -> [String] {
        names.map { response.value(forHTTPHeaderField: $0) ?? "none" }
    }

    @Test func seesReplyAndRequest() async throws {
        let server = try LocalServer {
            .init(
                status: 202,
                headers: [
                    ("X-A", "1"), ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/"),
                ],
                body: Data("\($0.method) \(String(decoding: $0.body, as: UTF8.self))".utf8))
        }
        let seen = Locked<[String]>([])
        let barricade = barricade("/users/:id") { reply, request in
            let names = reply.headers.fields.map { "\($0.name): \($0.value)" }
            seen.withLock { $0 = names }
            let text = String(decoding: reply.body, as: UTF8.self)
            return CannedResponse(
                status: .conflict, headers: ["X-Status": "\(reply.status.rawValue)"],
                text: "\(request.pathValues["id"] ?? "") \(text)")
        }
        let request = try URLRequest.posting("body", to: "\(server.url("/users/7"))")
        let answer = try await barricade.patientSession.send(request)
        let values = fields("X-Status", "X-A", of: answer.response)
        let logged = barricade.requests.map { "\($0.response ?? "") \($0.outcome)" }
        let got = ["\(answer.status)", answer.text] + values + logged
        #expect(got == ["409", "7 POST body", "202", "none", "Changed 409"])
        #expect(seen.current == ["Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/", "X-A: 1"])
        server.expectTargets(["/users/7"])
    }

    @Test func jsonCanBeChangedAndWhatIsNoneIsSaid() async throws {
        let server = try LocalServer { request in
            let text = request.target == "/book" ? #"{"title": "Fog", "stock": 7}"# : "{\"a\": x}"
            return .init(
                headers: [("Content-Type", "application/json")], body: Data(text.utf8))
        }
        let barricade = barricade { reply, _ in
            var book: [String: JSONValue] = try reply.json()
            book["stock"] = 0
            return CannedResponse(
                status: reply.status, headers: reply.headers, json: .object(book))
        }
        let session = barricade.patientSession
        let answer = try await session.get("\(server.url("/book"))")
        let got = [answer.text] + fields("Content-Length", of: answer.response)
        #expect(got == [#"{"stock":0,"title":"Fog"}"#, "25"])
        try await session.expectFault(
            .unreadableBody,
            """
            Response "Changed" of set "Live" (LiveChangeTests.swift:15) cannot be sent: \
            The real server's body is not JSON (offset 6).
            """, from: "\(server.url())")
    }

    /// Requests, and the status, the text and three header fields of their responses.
    private static let replies: [(method: String, path: String, reply: [String])] = [
        ("GET", "/", ["401", "hello", #"Basic realm="r""#, "none", "5"]),
        ("HEAD", "/", ["401", "", #"Basic realm="r""#, "none", "5"]),
        // A coded body is decoded.
        ("GET", "/coded", ["401", #"{"a": 1}"#, #"Basic realm="r""#, "none", "8"]),
    ]

    @Test(arguments: replies) func aReplyOrAChallengeCanBeLeftAsItIs(
        _ method: String, _ path: String, _ reply: [String]
    ) async throws {
        let zipped = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA6tWSlSyUjCsBQCXjqH7CAAAAA=="))
        let server = try LocalServer { request in
            let isCoded = request.target == "/coded"
            return .init(
                status: 401,
                headers: [("WWW-Authenticate", #"Basic realm="r""#)]
                    + (isCoded ? [("Content-Encoding", "gzip")] : []),
                body: isCoded ? zipped : Data("hello".utf8))
        }
        let barricade = barricade { reply, request in
            if request.url.path == "/coded" { _ = try reply.json(as: JSONValue.self) }
            return reply.response
        }
        let answer = try await barricade.patientSession.get("\(server.url(path))", method: method)
        let got = fields(
            "WWW-Authenticate", "Content-Encoding", "Content-Length", of: answer.response)
        #expect(["\(answer.status)", answer.text] + got == reply)
    }

    @Test func a304ThatIsLeftAsItIsHasNoLength() async throws {
        let server = try LocalServer { _ in
            .bytes(Data("HTTP/1.1 304 Not Modified\r\nETag: \"a\"\r\n\r\n".utf8), ends: true)
        }
        let barricade = barricade { reply, _ in reply.response }
        let answer = try await barricade.patientSession.get(
            "\(server.url())", headers: ["If-None-Match": "\"a\""])
        #expect(answer.status == 304)
        #expect(fields("ETag", "Content-Length", of: answer.response) == ["\"a\"", "none"])
    }

    @Test func theWholeBodyIsCollectedUnlessTheTaskIsCancelled() async throws {
        let server = try LocalServer.inPieces()
        let barricade = barricade { reply, _ in
            CannedResponse(text: String(decoding: reply.body, as: UTF8.self))
        }
        let url = try server.url()
        let (task, completions) = try barricade.patientSession.task("\(url)")
        task.resume()
        await server.requestArrival()
        task.cancel()
        await completions.expectFailure(.cancelled)
        await server.connectionLoss()
        let (_, delegate) = barricade.recordedTask(of: url)
        await server.requestArrival()
        server.release()
        await delegate.expectTold(["response 200", "data firstsecond", "completed", "invalid"])
    }

    @Test func cookiesAreStoredAsTheyCome() async throws {
        let server = try LocalServer { _ in .init(headers: [("Set-Cookie", "taste=sweet; Path=/")])
        }
        let barricade = barricade { _, _ in
            CannedResponse(headers: ["Set-Cookie": "made=here; Path=/"])
        }
        let session = barricade.patientSession
        for _ in 0..<2 { _ = try await session.get("\(server.url())") }
        let sent = server.requests.map { $0.headers["cookie"]?.components(separatedBy: "; ") }
        #expect(sent.map { $0?.sorted() } == [nil, ["made=here", "taste=sweet"]])
    }

    @Test func whatFailsTheChangeOrTheConnectionGoesToTheApp() async throws {
        let (server, refusing) = (try LocalServer(), try LocalServer.refusing())
        let boom = Boom() as NSError
        let failures: [(CannedResponse, LocalServer, [String])] = [
            (.live { _, _ in throw Boom() }, server, ["failed \(boom.domain) \(boom.code)"]),
            (
                .live { _, _ in CannedResponse(error: .networkConnectionLost) }, server,
                ["failed NSURLErrorDomain -1005"]
            ),
            (
                .live { _, _ in CannedResponse(status: 1_000) }, server,
                ["failed BarricadeErrorDomain 3"]
            ),
            (
                .live { reply, _ in reply.response }
                    .failing(.networkConnectionLost, after: .bytes(2)), server,
                ["response 200", "data li", "failed NSURLErrorDomain -1005"]
            ),
            // Without a reply there is nothing to change.
            (.live { _, _ in throw Boom() }, refusing, ["failed NSURLErrorDomain -1004"]),
        ]
        for (response, server, told) in failures {
            try await Barricade(ResponseSet("Live", on: .any("/**"), responses: [response]))
                .expectTold(told + ["invalid"], of: "\(server.url())")
        }
    }

    // MARK: Redirects

    @Test func aRedirectIsDecidedAnew() async throws {
        let other = try LocalServer()
        let away = "http://localhost:\(other.port)/to"
        let server = try LocalServer { request in
            switch request.target {
            case "/from": .redirect(to: "/to")
            case "/away": .redirect(to: away)
            default: .text("arrived at \(request.target)")
            }
        }
        let change: CannedResponse.LiveChange = { reply, _ in
            CannedResponse(text: "changed \(String(decoding: reply.body, as: UTF8.self))")
        }
        let redirect = LoggedRequest.Outcome.redirected(to: try server.url("/to"))
        let decisions: [(String, UnmatchedPolicy, String?, [LoggedRequest.Outcome])] = [
            ("/*", .fail, "200 changed arrived at /to", [redirect, .answered(200)]),
            ("/from", .passThrough, "200 arrived at /to", [redirect, .passedThrough]),
            ("/from", .fail, nil, [redirect, .unmatched]),
        ]
        for (pattern, policy, reply, outcomes) in decisions {
            let barricade = barricade(pattern, policy: policy, change)
            let completion = try await barricade.patientSession.complete("\(server.url("/from"))")
            #expect(completion.reply == reply, "\(pattern)")
            #expect(barricade.requests.map(\.outcome) == outcomes, "\(pattern)")
        }
        // Nor may a policy for the first host lead to another one.
        let limited = barricade("/away", policy: .passThrough(hosts: ["127.0.0.1"]), change)
        try await limited.patientSession.expectFault(
            .unmatchedRequest, from: "\(server.url("/away"))")
        try other.expectNoConnections()
        let targets = ["/from", "/to", "/from", "/to", "/from", "/away"]
        server.expectTargets(targets)
    }
}
