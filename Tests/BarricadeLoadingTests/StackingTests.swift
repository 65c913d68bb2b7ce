import Barricade
import Testing

@testable import TestSupport

/// Barricades and other protocol classes behind a barricade, which are asked about what it lets go.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct StackingTests {
    /// How the outer barricade lets the requests of the inner one go.
    enum Way: CaseIterable {
        case policy, host, mode

        func barricade() throws -> Barricade {
            switch self {
            case .policy: return Barricade { $0.unmatchedPolicy = .passThrough }
            case .host:
                return Barricade {
                    $0.unmatchedPolicy = .passThrough(hosts: ["api.example.com"])
                }
            case .mode:
                let set = ResponseSet("Set", on: .any("/**")) { CannedResponse(text: "outer") }
                let barricade = Barricade(set)
                try barricade.setMode(.live, for: "Set")
                return barricade
            }
        }
    }

    private static let responses = [
        CannedResponse("At Once", text: "inner"),
        CannedResponse("Delayed", text: "inner", delay: .milliseconds(1)),
        CannedResponse("Handled") { _ in CannedResponse(text: "inner") },
        CannedResponse("Chunks", body: .chunks(["in", "ner"], every: .milliseconds(1))),
    ]

    private let inner = Barricade(ResponseSet("Inner", on: .get("/inner"), responses: responses))

    private func configuration(_ outer: Barricade) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.patient(by: inner)
        outer.install(in: configuration)
        return configuration
    }

    @Test(arguments: Way.allCases)
    func theNextBarricadeOrProtocolAnswers(_ way: Way) async throws {
        for response in Self.responses {
            let outer = try way.barricade()
            inner.clearRequests()
            try inner.select(response.name, for: "Inner")
            let session = URLSession(configuration: configuration(outer))
            try await session.expectReplies("200 inner", from: "\(api)/inner")
            #expect(outer.requests.map(\.outcome) == [.passedThrough, .passedThrough])
            try await session.expectFault(.unmatchedRequest, from: "\(api)/neither")
            #expect(inner.requests.map(\.set) == ["Inner", "Inner", nil])
        }
        // Also an app's own protocol.
        let outer = try way.barricade()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [OwnProtocol.self]
        outer.install(in: configuration)
        let session = URLSession(configuration: configuration)
        try await session.expectReply("200 own", from: "\(api)/own")
    }

    @Test func threeStandInLine() async throws {
        let outermost = Barricade { $0.unmatchedPolicy = .passThrough }
        let configuration = configuration(Barricade { $0.unmatchedPolicy = .passThrough })
        outermost.install(in: configuration)
        let session = URLSession(configuration: configuration)
        // The one between no longer exists, and lets nothing through.
        try await session.expectFault(.barricadeReleased, from: "\(api)/inner")

        let middle = Barricade { $0.unmatchedPolicy = .passThrough }
        let other = self.configuration(middle)
        outermost.install(in: other)
        try await URLSession(configuration: other).expectReply("200 inner", from: "\(api)/inner")
        #expect(middle.requestCount == 1)
    }

    /// Starts a task that the inner barricade holds.
    private func heldTask() async throws -> (
        URLSessionDataTask, Events<URLSession.Completion>, HeldRequests
    ) {
        let outer = try Way.policy.barricade()
        let held = try inner.hold("Inner")
        let (task, completions) = try URLSession(configuration: configuration(outer))
            .task("\(api)/inner")
        task.resume()
        try await held.waitForRequest()
        return (task, completions, held)
    }

    @Test func suspendingAndCancellingReachTheNextBarricade() async throws {
        let (suspended, answers, gate) = try await heldTask()
        suspended.suspend()
        gate.release()
        suspended.resume()
        await answers.expectReply("200 inner")
        let (task, completions, held) = try await heldTask()
        task.cancel()
        await completions.expectFailure(.cancelled)
        #expect(held.requests.isEmpty)
        #expect(inner.requests.last?.outcome == .cancelled)
    }

    @Test func aResponseThatIsNoneOfHTTPComesOnce() async throws {
        let barricade = Barricade(ResponseSet("Live", on: .any("/**")) { CannedResponse.live() })
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [PlainProtocol.self]
        barricade.install(in: configuration)
        let delegate = RecordingDelegate(credential: nil) { _ in }
        let session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try URL(api)).resume()
        #expect(await delegate.completion() == ["response 0", "data plain", "completed"])
    }

    // MARK: A real server's redirects

    @Test func aServersRedirectToAClosedHostIsUnmatched() async throws {
        let closed = try LocalServer()
        let target = try closed.url("/secret")
        let open = try LocalServer { request in
            .redirect(to: request.target == "/away" ? "\(target)" : "/next")
        }
        let byPolicy = Barricade {
            $0.unmatchedPolicy = .passThrough(hosts: ["127.0.0.1:\(open.port)"])
        }
        let bySet = Barricade(
            ResponseSet("Live", on: .any("/from/*") || .any("/away")) { CannedResponse.live() },
            ResponseSet("Next", on: .get("/next")) { CannedResponse("OK", text: "canned") })
        for barricade in [byPolicy, bySet] {
            try await barricade.patientSession.expectFault(
                .unmatchedRequest, from: "\(open.url("/away"))")
            #expect(barricade.unmatchedRequests.map(\.request.url) == [target])
        }
        try closed.expectNoConnections()
        // One to a set is answered by it.
        try await bySet.patientSession.expectReply(
            "200 canned", from: "\(open.url("/from/here"))")
        open.expectTargets(["/away", "/away", "/from/here"])
    }

    @Test func aDelegateMayRefuseAServersRedirect() async throws {
        let server = try LocalServer { _ in
            var response = LocalServer.Response.redirect(to: "/next")
            response.body = Data("moved".utf8)
            return response
        }
        let barricade = Barricade(
            ResponseSet("Live", on: .get("/from")) { CannedResponse.live() })
        let delegate = RedirectDelegate { _, answer in answer(nil) }
        let session = URLSession(
            configuration: .patient(by: barricade), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: try server.url("/from")).resume()
        session.finishTasksAndInvalidate()
        let completions = await delegate.completions.wait { $0.last == "invalid" }
        #expect(completions == ["response 302", "data moved", "completed", "invalid"])
        #expect(try delegate.asked == ["302 \(server.url("/next"))"])
        server.expectTargets(["/from"])
    }
}

/// A protocol that gives a response which is none of HTTP.
private final class PlainProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url else { return }
        let response = URLResponse(
            url: url, mimeType: "text/plain", expectedContentLength: 5, textEncodingName: nil)
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("plain".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

/// A protocol as apps have them: it answers a moment later, on a thread of its own.
private final class OwnProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.path == "/own" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    #if canImport(Darwin)
    override func startLoading() { answer() }
    #else
    private let isReady = Locked(false)

    // The task is resumed, as Linux wants it, to get back to where the client may be called.
    override func startLoading() {
        if isReady.current { return answer() }
        nonisolated(unsafe) let load = self
        DispatchQueue.global().async {
            load.isReady.withLock { $0 = true }
            load.task?.resume()
        }
    }
    #endif

    private func answer() {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("own".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}
