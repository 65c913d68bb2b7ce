import Barricade
import Testing

@testable import TestSupport

@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct PassThroughTests {
    /// The ways in which a barricade can be asked to let a request through.
    enum Way: CaseIterable {
        case policy, policyForHost, policyExceptHost, mode, response, delayedResponse

        func barricade(_ server: LocalServer) throws -> Barricade {
            let set = ResponseSet("Set", on: .any("/**")) {
                CannedResponse("Canned", text: "canned")
            }
            switch self {
            case .policy:
                return Barricade { $0.unmatchedPolicy = .passThrough }
            case .policyForHost:
                return Barricade {
                    $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1:\(server.port)"])
                }
            case .policyExceptHost:
                return Barricade { $0.unmatchedPolicy = .passThrough(except: ["*.example.com"]) }
            case .mode:
                let barricade = Barricade(set)
                try barricade.setMode(.live, for: "Set")
                return barricade
            case .response:
                return Barricade(ResponseSet("Set", on: .any("/**")) { CannedResponse.live() })
            case .delayedResponse:
                return Barricade(
                    ResponseSet("Set", on: .any("/**"), delay: .milliseconds(1)) {
                        CannedResponse.live()
                    })
            }
        }
    }

    @Test(arguments: Way.allCases)
    func reachesTheServerOrSaysThatItRefuses(_ way: Way) async throws {
        let server = try LocalServer()
        let barricade = try way.barricade(server)
        let session = barricade.patientSession
        try await session.expectReplies("200 live /a?b=c", from: "\(server.url("/a?b=c"))")
        try await barricade.expectTold(
            ["response 200", "data live /c", "completed", "invalid"], of: "\(server.url("/c"))")
        server.expectTargets(["/a?b=c", "/a?b=c", "/c"])
        let refusing = try LocalServer.refusing()
        let other = try way.barricade(refusing)
        try await other.patientSession.expectFailure(
            .cannotConnectToHost, from: "\(refusing.url())")
    }

    /// Starts a task of which the server has sent the first of two pieces, the last of its session.
    private func taskMidWay(
        to server: LocalServer, _ barricade: Barricade
    ) async throws -> (URLSessionTask, RecordingDelegate) {
        let (task, delegate) = barricade.recordedTask(of: try server.url())
        await delegate.events.wait(count: 2)
        return (task, delegate)
    }

    #if !canImport(Darwin)
    /// Linux's own loader must not be stopped before the cancellation of its task has set the error.
    @Test func aTaskMayBeSuspendedAndCancelledAtOnce() async throws {
        let server = try LocalServer.inPieces()
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        for _ in 0..<100 {
            let (task, delegate) = try await taskMidWay(to: server, barricade)
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { task.suspend() } else { task.cancel() }
            }
            let names = await delegate.invalidation()
            #expect(names.suffix(2) == ["failed NSURLErrorDomain -999", "invalid"])
        }
    }
    #endif

    @Test(arguments: Way.allCases)
    func bodiesArriveInPiecesBetweenWhichATaskMayStop(_ way: Way) async throws {
        let server = try LocalServer.inPieces()
        let barricade = try way.barricade(server)
        let (cancelled, ofCancelled) = try await taskMidWay(to: server, barricade)
        cancelled.cancel()
        await ofCancelled.expectTold([
            "response 200", "data first", "failed NSURLErrorDomain -999", "invalid",
        ])
        let (suspended, ofSuspended) = try await taskMidWay(to: server, barricade)
        let (task, delegate) = try await taskMidWay(to: server, barricade)
        // One that is resumed again sends no other request.
        for _ in 0..<2 { task.resume() }
        let counts = [try server.connectionsSoFar(), server.requests.count]
        #expect(counts == [3, 3])
        #expect(delegate.names == ["response 200", "data first"])
        suspended.suspend()
        suspended.resume()
        server.release()
        await delegate.expectTold([
            "response 200", "data first", "data second", "completed", "invalid",
        ])
        let all = await ofSuspended.invalidation()
        let texts = all.filter { $0.hasPrefix("data ") }.map { String($0.dropFirst(5)) }
        // Linux may send the request anew, barricade or not, and then gives both bodies.
        let hasWhole = texts.joined().hasSuffix("firstsecond")
        #expect(all.suffix(2) == ["completed", "invalid"], "\(all)")
        #expect(hasWhole, "\(all)")
        // Others get the whole.
        try await barricade.patientSession.expectReply("200 firstsecond", from: "\(server.url())")
    }

    @Test(arguments: Way.allCases)
    func anUploadGetsNoContentType(_ way: Way) async throws {
        let server = try LocalServer()
        let barricade = try way.barricade(server)
        var request = URLRequest(url: try server.url())
        request.httpMethod = "POST"
        _ = try await barricade.patientSession.upload(for: request, from: Data("a=1".utf8))
        #expect(server.requests.map { $0.headers["content-type"] } == [nil])
        #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["a=1"])
    }

    @Test(arguments: [nil] + Way.allCases)
    func aStoredResponseIsUsed(_ way: Way?) async throws {
        let server = try LocalServer()
        let request = URLRequest(
            url: try server.url(), cachePolicy: .returnCacheDataDontLoad,
            timeoutInterval: URLSession.patience)
        let response = try #require(
            HTTPURLResponse(
                url: try server.url(), statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Cache-Control": "max-age=600"]))
        let barricade = try way?.barricade(server)
        let configuration = URLSessionConfiguration.ephemeral
        barricade?.install(in: configuration)
        configuration.urlCache = URLCache(
            memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        configuration.urlCache?.storeCachedResponse(
            CachedURLResponse(response: response, data: Data("stored".utf8)), for: request)
        let session = URLSession(configuration: configuration)
        #expect(try await session.send(request).text == "stored")
        server.expectTargets([])
    }

    @Test(arguments: [Way.policyForHost, .response])
    func theSchemeOfARedirectMayHaveCapitals(_ way: Way) async throws {
        let port = Locked(UInt16(0))
        let server = try LocalServer { request in
            request.target == "/from"
                ? .redirect(to: "HTTP://127.0.0.1:\(port.current)/to") : .text(request.target)
        }
        port.withLock { $0 = server.port }
        let barricade = try way.barricade(server)
        try await barricade.patientSession.expectReply(
            "200 /to", from: "\(server.url("/from"))")
    }

    @Test func redirectsAreThePlatformsOwn() async throws {
        let server = try LocalServer { request in
            request.target == "/from" ? .redirect(to: "/to") : .text("arrived at \(request.target)")
        }
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        try await barricade.patientSession.expectReply(
            "200 arrived at /to", from: "\(server.url("/from"))",
            endingAt: "\(server.url("/to"))")
        try await barricade.expectTold(
            ["redirect /to", "response 200", "data arrived at /to", "completed", "invalid"],
            of: "\(server.url("/from"))")
        server.expectTargets(["/from", "/to", "/from", "/to"])
    }

    @Test func uploadsReachTheServer() async throws {
        let server = try LocalServer()
        let open = Barricade { $0.unmatchedPolicy = .passThrough }
        let changing = Barricade(
            ResponseSet("Live", on: .any("/**")) {
                CannedResponse.live("Changed") { reply, _ in reply.response }
            })
        let folder = try ScratchFolder()
        try folder.write("from a file", to: "file")
        for barricade in [open, changing] {
            let session = barricade.patientSession
            var request = try URLRequest.posting(nil, to: "\(server.url())")
            _ = try await session.upload(for: request, from: Data("from data".utf8))
            _ = try await session.upload(for: request, fromFile: folder.file("file"))
            request.httpBody = Data("in the request".utf8)
            _ = try await session.send(request)
            request.httpBodyStream = InputStream(data: Data("from a stream".utf8))
            _ = try await session.send(request)
        }
        let arrived = server.requests.map {
            "\($0.method) \(String(decoding: $0.body, as: UTF8.self))"
        }
        let sent = ["from data", "from a file", "in the request", "from a stream"]
        #expect(arrived == (sent + sent).map { "POST \($0)" })
        withExtendedLifetime(folder) {}
    }

    #if canImport(Darwin)
    private static let downloading = Way.allCases
    #else
    private static let downloading = [Way.policy]

    @Test(arguments: Way.allCases.filter { $0 != .policy })
    func downloadsFailWhereSomeHostsAreClosed(_ way: Way) async throws {
        let server = try LocalServer()
        let barricade = try way.barricade(server)
        let (session, delegate) = barricade.recordedSession()
        session.downloadTask(with: try server.url("/file")).resume()
        session.finishTasksAndInvalidate()
        await delegate.invalidation()
        #expect(
            barricade.explainedRequests.map(\.explanation) == [
                """
                A download task cannot pass through on Linux while some hosts must not be \
                reached: the server could redirect it to one of them.

                To fix: use a data task, or let every host be reached: \
                barricade.unmatchedPolicy = .passThrough
                """
            ])
        try server.expectNoConnections()
    }
    #endif

    @Test(arguments: PassThroughTests.downloading)
    func downloadsGetTheirFile(_ way: Way) async throws {
        let server = try LocalServer()
        let barricade = try way.barricade(server)
        let (file, response) = try await barricade.patientSession.download(
            from: try server.url("/file"))
        defer { try? FileManager.default.removeItem(at: file) }
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(try String(contentsOf: file, encoding: .utf8) == "live /file")
        await barricade.expectTold(
            ["file live /file", "completed", "invalid"], ofDownload: try server.url("/file"))
    }

    @Test func theSessionsHeadersAndCookiesAreSent() async throws {
        let server = try LocalServer { _ in .init(headers: [("Set-Cookie", "taste=sweet; Path=/")])
        }
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        let configuration = URLSessionConfiguration.patient(by: barricade)
        configuration.httpAdditionalHeaders = ["X-Team": "Orange"]
        let session = URLSession(configuration: configuration)
        _ = try await session.get("\(server.url())")
        let cookies = configuration.httpCookieStorage?.cookies(for: try server.url())
        #expect(cookies?.map(\.name) == ["taste"])
        _ = try await session.get("\(server.url())")
        let sent = server.requests.map {
            "\($0.headers["x-team"] ?? "none") \($0.headers["cookie"] ?? "none")"
        }
        #expect(sent == ["Orange none", "Orange taste=sweet"])
    }
}
