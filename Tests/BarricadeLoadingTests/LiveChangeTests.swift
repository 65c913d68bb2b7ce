import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
            return CannedResponse(
                status: .conflict, headers: ["X-Status": "\(reply.status.rawValue)"],
                text:
                    "\(request.pathValues["id"] ?? "") \(String(decoding: reply.body, as: UTF8.self))"
            )
        }
        var request = URLRequest(url: try server.url("/users/7"))
        request.httpMethod = "POST"
        request.httpBody = Data("body".utf8)
        let session = barricade.patientSession
        let answer = try await session.send(request)
        #expect(answer.text == "7 POST body")
        #expect(answer.status == 409)
        #expect(answer.response.value(forHTTPHeaderField: "X-Status") == "202")
        #expect(answer.response.value(forHTTPHeaderField: "X-A") == nil)
        #expect(seen.current == ["Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/", "X-A: 1"])
        #expect(server.requests.map(\.target) == ["/users/7"])
        #expect(barricade.requests.map(\.response) == ["Changed"])
        #expect(barricade.requests.map(\.outcome) == [.answered(409)])

        let streamed = Data("stream".utf8)
        request.httpBody = nil
        request.httpBodyStream = InputStream(data: streamed)
        #expect(try await session.send(request).text == "7 POST stream")
        request.httpBodyStream = nil

        let (uploaded, _) = try await session.upload(for: request, from: Data("upload".utf8))
        #expect(String(decoding: uploaded, as: UTF8.self) == "7 POST upload")
    }

    @Test func jsonCanBeChanged() async throws {
        let server = try LocalServer { _ in
            .init(
                headers: [("Content-Type", "application/json")],
                body: Data(#"{"title": "Fog", "stock": 7}"#.utf8))
        }
        let barricade = barricade { reply, _ in
            var book: [String: JSONValue] = try reply.json()
            book["stock"] = 0
            return CannedResponse(
                status: reply.status, headers: reply.headers, json: .object(book))
        }
        let answer = try await barricade.patientSession.get("\(server.url())")
        #expect(answer.text == #"{"stock":0,"title":"Fog"}"#)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "25")
    }

    @Test func whatIsNotJSONIsSaid() async throws {
        let server = try LocalServer { _ in .text("{\"a\": x}") }
        let barricade = barricade { reply, _ in
            CannedResponse(json: try reply.json(as: JSONValue.self))
        }
        let error = BarricadeError(try await barricade.patientSession.failure("\(server.url())"))
        #expect(
            error?.message == """
                Response "Changed" of set "Live" (LiveChangeTests.swift:20) cannot be sent: \
                The real server's body is not JSON (offset 6).
                """)
        #expect(error?.code == .unreadableBody)
    }

    @Test(arguments: ["GET", "HEAD"]) func aReplyCanBeLeftAsItIs(_ method: String) async throws {
        let server = try LocalServer { _ in
            .init(status: 201, headers: [("X-A", "1")], body: Data("hello".utf8))
        }
        let barricade = barricade { reply, _ in reply.response }
        let answer = try await barricade.patientSession.get("\(server.url())", method: method)
        #expect(answer.text == (method == "GET" ? "hello" : ""))
        #expect(answer.status == 201)
        #expect(answer.response.value(forHTTPHeaderField: "X-A") == "1")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "5")
    }

    @Test func theWholeBodyIsCollected() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = barricade { reply, _ in
            CannedResponse(text: String(decoding: reply.body, as: UTF8.self))
        }
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try server.url()).resume()
        session.finishTasksAndInvalidate()
        await server.requestArrival()
        server.release()
        let names = await delegate.invalidation()
        #expect(names == ["response 200", "data firstsecond", "completed", "invalid"])
    }

    @Test func aCodedBodyIsDecoded() async throws {
        let zipped = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA6tWSlSyUjCsBQCXjqH7CAAAAA=="))
        let server = try LocalServer { _ in
            .init(headers: [("Content-Encoding", "gzip")], body: zipped)
        }
        let barricade = barricade { reply, _ in
            let json = try reply.json(as: JSONValue.self)
            #expect(json == ["a": 1])
            return reply.response
        }
        let answer = try await barricade.patientSession.get("\(server.url())")
        #expect(answer.text == #"{"a": 1}"#)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(answer.response.value(forHTTPHeaderField: "Content-Length") == "8")
    }

    @Test func cookiesAreStoredAsTheyCome() async throws {
        let server = try LocalServer { _ in .init(headers: [("Set-Cookie", "taste=sweet; Path=/")])
        }
        let barricade = barricade { _, _ in
            CannedResponse(headers: ["Set-Cookie": "made=here; Path=/"])
        }
        let session = barricade.patientSession
        _ = try await session.get("\(server.url())")
        _ = try await session.get("\(server.url())")
        let sent = server.requests.map { $0.headers["cookie"]?.components(separatedBy: "; ") }
        #expect(sent.map { $0?.sorted() } == [nil, ["made=here", "taste=sweet"]])
    }

    @Test func aCancelledTaskLetsTheServerGo() async throws {
        let server = try LocalServer { _ in
            .init(body: Data("first".utf8), heldBody: Data("second".utf8))
        }
        let barricade = barricade { reply, _ in reply.response }
        let (task, completions) = barricade.patientSession.task(
            with: URLRequest(url: try server.url()))
        task.resume()
        await server.requestArrival()
        task.cancel()
        #expect(await completions.wait().first?.code == .cancelled)
        await server.connectionLoss()
    }

    @Test func whatItThrowsOrReturnsCountsAsAHandlers() async throws {
        let server = try LocalServer()
        let boom = barricade { _, _ in throw Boom() }
        let error = try await boom.patientSession.failure("\(server.url())")
        #expect((error as NSError).domain == (Boom() as NSError).domain)
        let lost = barricade { _, _ in CannedResponse(error: .networkConnectionLost) }
        #expect(
            try await lost.patientSession.complete("\(server.url())").code == .networkConnectionLost
        )
        let faulty = barricade { _, _ in CannedResponse(status: 1_000) }
        let fault = try await faulty.patientSession.failure("\(server.url())")
        #expect(BarricadeError.Code.invalidDefinition ~= fault)
    }

    @Test func aConnectionsErrorGoesToTheApp() async throws {
        let server = try LocalServer.refusing()
        let isCalled = Locked(false)
        let barricade = barricade { reply, _ in
            isCalled.withLock { $0 = true }
            return reply.response
        }
        let completion = try await barricade.patientSession.complete("\(server.url())")
        #expect(completion.code == .cannotConnectToHost)
        #expect(!isCalled.current)
    }

    @Test func aChallengeIsAReply() async throws {
        let server = try LocalServer { _ in
            .init(
                status: 401, headers: [("WWW-Authenticate", "Basic realm=\"r\"")],
                body: Data("no".utf8))
        }
        let barricade = barricade { reply, _ in
            CannedResponse(status: .ok, text: "was \(reply.status.rawValue)")
        }
        let answer = try await barricade.patientSession.get("\(server.url())")
        #expect(answer.text == "was 401")
    }

    @Test func failingAppliesToWhatItReturns() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("Live", on: .any("/**")) {
                CannedResponse.live("Cut Off") { reply, _ in reply.response }
                    .failing(.networkConnectionLost, after: .bytes(2))
            })
        let (session, delegate) = barricade.recordedSession()
        session.dataTask(with: try server.url()).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(
            names == ["response 200", "data li", "failed NSURLErrorDomain -1005", "invalid"])
    }

    #if !canImport(Darwin)
    @Test func aDownloadIsRefusedBeforeItIsSent() async throws {
        let server = try LocalServer()
        let barricade = barricade { reply, _ in reply.response }
        let (session, delegate) = barricade.recordedSession()
        session.downloadTask(with: try server.url()).resume()
        session.finishTasksAndInvalidate()
        let names = await delegate.invalidation()
        #expect(names == ["failed BarricadeErrorDomain 6", "invalid"])
        #expect(try server.connectionsSoFar() == 0)
    }
    #endif

    // MARK: Redirects

    private func redirecting(to target: String) throws -> LocalServer {
        try LocalServer { request in
            request.target == "/from"
                ? .redirect(to: target) : .text("arrived at \(request.target)")
        }
    }

    @Test func aRedirectIsDecidedAnew() async throws {
        let server = try redirecting(to: "/to")
        let change: CannedResponse.LiveChange = { reply, request in
            CannedResponse(text: "changed \(String(decoding: reply.body, as: UTF8.self))")
        }
        let claimed = barricade("/*", change)
        #expect(
            try await claimed.patientSession.get("\(server.url("/from"))").text
                == "changed arrived at /to")
        #expect(
            claimed.requests.map(\.outcome)
                == [.redirected(to: try server.url("/to")), .answered(200)])
        let open = barricade("/from", policy: .passThrough, change)
        #expect(
            try await open.patientSession.get("\(server.url("/from"))").text == "arrived at /to")
        let closed = barricade("/from", change)
        let error = try await closed.patientSession.failure("\(server.url("/from"))")
        #expect(BarricadeError.Code.unmatchedRequest ~= error)
        #expect(server.requests.map(\.target) == ["/from", "/to", "/from", "/to", "/from"])
    }

    @Test func aRedirectToAnotherHostIsNotFollowedWhereThatIsClosed() async throws {
        let other = try LocalServer()
        let server = try redirecting(to: "http://localhost:\(other.port)/to")
        let barricade = barricade("/from", policy: .passThrough(hosts: ["127.0.0.1"])) { reply, _ in
            reply.response
        }
        let error = try await barricade.patientSession.failure("\(server.url("/from"))")
        #expect(BarricadeError.Code.unmatchedRequest ~= error)
        #expect(try other.connectionsSoFar() == 0)
    }
}
