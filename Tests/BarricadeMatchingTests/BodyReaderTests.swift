import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BodyReaderTests {
    private let clock: ForeignClock
    private let barricade: Barricade

    init() {
        let clock = ForeignClock()
        self.clock = clock
        barricade = Barricade(
            ResponseSet("Upload", on: .post("/upload")) { CannedResponse("Done", text: "done") },
            ResponseSet("Other", on: .get("/other")) { CannedResponse("Done", text: "other") }
        ) {
            $0.logLimits = RequestLogLimits(bodySize: 1 << 30)
            $0.clock = clock
        }
    }

    private func streaming(_ stream: InputStream?) throws -> URLRequest {
        var request = try URLRequest.posting(Data?.none)
        request.httpBodyStream = stream
        return request
    }

    /// Sends a stream, and returns the body that is in the log.
    private func body(of stream: InputStream?) async throws -> RequestBody? {
        #expect(try await barricade.session.send(streaming(stream)).text == "done")
        return barricade.requests.last?.request.body
    }

    @Test func readsDataAndFilesToTheirEnd() async throws {
        for size in [0, 1, 65_536, 65_537, 3 << 20] {
            let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) })
            #expect(try await body(of: InputStream(data: data)) == .data(data), "\(size) bytes")
        }
        #expect(barricade.requests.first?.request.urlRequest.httpBodyStream == nil)
        let file = URL.temporaryFile("from a file")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await body(of: InputStream(url: file)) == .data(Data("from a file".utf8)))
    }

    @Test func aStreamThatFailsIsUnreadable() async throws {
        let missing = URL(fileURLWithPath: "/nowhere/photo.jpg")
        #expect(
            try await body(of: InputStream(url: missing))?.description
                .hasPrefix("not readable: its stream failed after 0 bytes: ") == true)
        let closed = InputStream(data: Data("read already".utf8))
        closed.open()
        closed.close()
        #expect(
            try await body(of: closed)
                == .unreadable("its stream failed after 0 bytes: no reason given"))
        #if !canImport(Darwin)
        let half = StreamScript(.bytes(Data("half".utf8)), .fail)
        let reason = POSIXError(.EIO).localizedDescription
        #expect(
            try await body(of: half.stream)
                == .unreadable("its stream failed after 4 bytes: \(reason)"))
        #endif
    }

    @Test func aMatcherSeesWhatAStreamHolds() async throws {
        barricade.register(
            ResponseSet("Seven", on: .post("/upload") && .json(["id": 7])) {
                CannedResponse("Done", text: "seven")
            })
        var texts: [String] = []
        for id in 7...8 {
            let stream = InputStream(data: Data("{\"id\": \(id)}".utf8))
            texts.append(try await barricade.session.send(streaming(stream)).text)
        }
        #expect(texts == ["seven", "done"])
    }

    #if canImport(Darwin)
    @Test func waitsForAStreamThatIsBoundToAnother() async throws {
        var input: InputStream?
        var output: OutputStream?
        Stream.getBoundStreams(withBufferSize: 16, inputStream: &input, outputStream: &output)
        let request = try streaming(input)
        let writer = Locked(try #require(output))
        Thread.detachNewThread {
            writer.withLock { writer in
                writer.open()
                for byte in UInt8(0)..<100 { writer.write([byte], maxLength: 1) }
                writer.close()
            }
        }
        #expect(try await barricade.session.send(request).text == "done")
        #expect(barricade.requests.first?.request.body == .data(Data(0..<100)))
    }
    #else
    @Test func waitsForAStreamThatDeliversLate() async throws {
        let script = StreamScript(.wait, .bytes(Data("la".utf8)), .wait, .bytes(Data("te".utf8)))
        let request = try streaming(script.stream)
        async let answer = barricade.session.send(request)
        await script.waitForRead()
        #expect(barricade.requests.isEmpty)
        script.release()
        script.release()
        #expect(try await answer.text == "done")
        #expect(barricade.requests.first?.request.body == .data(Data("late".utf8)))
    }

    @Test func aStreamThatNeverDeliversTimesOutAndHoldsUpNothing() async throws {
        let script = StreamScript(.wait)
        defer { script.release() }
        var request = try streaming(script.stream)
        request.timeoutInterval = 7
        let failure = Locked<(any Error)?>(nil)
        async let ended: Void = withCheckedContinuation { continuation in
            barricade.session.dataTask(with: request) { _, _, error in
                failure.withLock { $0 = error }
                continuation.resume()
            }.resume()
        }
        await script.waitForRead()
        await clock.waitForSleepers()
        for _ in 0..<20 {
            #expect(try await barricade.session.get("\(api)/other").text == "other")
        }
        clock.advance(by: .milliseconds(6_999))
        #expect(failure.current == nil)
        clock.advance(by: .milliseconds(1))
        await ended
        #expect((failure.current as? URLError)?.code == .timedOut)
        let logged = try #require(barricade.requests.last)
        #expect(logged.outcome == .failed(domain: NSURLErrorDomain, code: -1001))
        #expect(logged.request.body == .unreadable("its stream had not ended"))
        #expect(logged.set == nil)
    }

    @Test func aStreamThatNeverEndsIsGivenUp() async throws {
        let script = StreamScript(.repeating(Data(count: 65_536)))
        #expect(
            try await body(of: script.stream) == .unreadable("its stream is longer than 256 MiB"))
        #expect(script.reads == 4_097)
    }

    @Test(arguments: [
        StreamScript(.wait, .repeating(Data("x".utf8))), StreamScript(.wait),
        StreamScript(.wait, .fail),
    ])
    func cancellingEndsTheReading(_ script: StreamScript) async throws {
        let failure = Locked<(any Error)?>(nil)
        let request = try streaming(script.stream)
        let session = barricade.session
        await withCheckedContinuation { continuation in
            let task = session.dataTask(with: request) { _, _, error in
                failure.withLock { $0 = error }
                continuation.resume()
            }
            task.resume()
            Task {
                await script.waitForRead()
                task.cancel()
            }
        }
        #expect((failure.current as? URLError)?.code == .cancelled)
        script.release()
        await script.waitForClose()
        #expect(script.reads < 1_000)
        #expect(try await session.get("\(api)/other").text == "other")
        #expect(try barricade.requestCount(for: "Upload") == 0)
    }
    #endif

    // MARK: Passing through

    /// A server that answers each request with the body it got.
    private func echo() throws -> LocalServer {
        try LocalServer { LocalServer.Response(body: $0.body) }
    }

    private func send(_ stream: InputStream, to server: LocalServer) async throws -> String {
        let url = try server.url("/upload").absoluteString
        var request = try URLRequest.posting(Data?.none, to: url, as: "text/plain")
        request.httpBodyStream = stream
        return try await barricade.session.send(request).text
    }

    /// Lets requests pass through: the set is live, or there is none.
    private func letPass(isLive: Bool) throws {
        guard !isLive else { return try barricade.setMode(.live, for: "Upload") }
        barricade.unmatchedPolicy = .passThrough
        try barricade.unregister("Upload")
    }

    private func register(_ matcher: RequestMatcher) {
        barricade.register(
            ResponseSet("Secret", on: matcher) { CannedResponse("Done", text: "kept here") })
    }

    @Test(arguments: [true, false])
    func leavesAStreamUntouchedThatPassesThrough(_ isLive: Bool) async throws {
        let server = try echo()
        try letPass(isLive: isLive)
        barricade.unmatchedPolicy = .passThrough
        let text = String(repeating: "streamed ", count: 20_000)
        #expect(try await send(InputStream(data: Data(text.utf8)), to: server) == text)
        let logged = try #require(barricade.requests.first)
        #expect(logged.outcome == .passedThrough)
        #expect(logged.request.body == .unreadable("its stream was left untouched"))
    }

    #if !canImport(Darwin)
    // What a server redirects to is decided anew, for which the body may be needed again.
    @Test func readsTheStreamOfALiveSetWhereSomeHostsAreClosed() async throws {
        let server = try echo()
        try letPass(isLive: true)
        #expect(try await send(InputStream(data: Data("live".utf8)), to: server) == "live")
        #expect(
            try barricade.requests(for: "Upload").first?.request.body == .data(Data("live".utf8)))
    }
    #endif

    @Test(arguments: [true, false])
    func sendsAsDataWhatAMatcherHasRead(_ isLive: Bool) async throws {
        let server = try echo()
        try letPass(isLive: isLive)
        register(
            isLive
                ? .post("/upload") && .body(Data("secret".utf8))
                : .matching("is secret") { (try? $0.text) == "secret" })
        #expect(try await send(InputStream(data: Data("public".utf8)), to: server) == "public")
        #expect(barricade.requests.first?.request.body == .data(Data("public".utf8)))
        #expect(try await send(InputStream(data: Data("secret".utf8)), to: server) == "kept here")
        #expect(server.requests.map { $0.headers["content-length"] } == ["6"])
    }

    #if !canImport(Darwin)
    @Test func doesNotSendABodyThatCouldNotBeRead() async throws {
        let server = try echo()
        try letPass(isLive: true)
        register(.post("/upload") && .body(Data("secret".utf8)))
        let script = StreamScript(.bytes(Data("half".utf8)), .fail)
        let error = await #expect(throws: BarricadeError.self) {
            try await send(script.stream, to: server)
        }
        #expect(
            error?.message == """
                The request cannot pass through, since its body cannot be sent again: its \
                stream failed after 4 bytes: \(POSIXError(.EIO).localizedDescription).

                To fix: send data or a file rather than a stream, or answer the request here.
                """)
        #expect(server.requests.isEmpty)
    }
    #endif
}
