import Barricade
import Testing

@testable import TestSupport

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
        var contents = [0, 1, 65_536, 65_537, 200_000].map { size in
            Data((0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) })
        }
        let file = URL.temporaryFile("from a file")
        defer { try? FileManager.default.removeItem(at: file) }
        let streams = contents.map { InputStream(data: $0) } + [InputStream(url: file)]
        contents.append(Data("from a file".utf8))
        var bodies: [RequestBody?] = []
        for stream in streams { bodies.append(try await body(of: stream)) }
        #expect(bodies == contents.map { .data($0) })
        #expect(barricade.requests.first?.request.urlRequest.httpBodyStream == nil)
    }

    @Test func aStreamThatFailsOrNeverEndsIsUnreadable() async throws {
        let closed = InputStream(data: Data("read already".utf8))
        closed.open()
        closed.close()
        var streams = [InputStream(url: URL(fileURLWithPath: "/nowhere/photo.jpg")), closed]
        var faults = ["its stream failed after 0 bytes: no reason given"]
        #if !canImport(Darwin)
        let half = StreamScript(.bytes(Data("half".utf8)), .fail)
        let endless = StreamScript(.repeating(Data(count: 65_536)))
        streams += [half.stream, endless.stream]
        let reason = POSIXError(.EIO).localizedDescription
        faults.append("its stream failed after 4 bytes: \(reason)")
        faults.append("its stream is longer than 256 MiB")
        #endif
        var found: [String?] = []
        for stream in streams { found.append(try await body(of: stream)?.description) }
        // The system's own words follow.
        let start = "not readable: its stream failed after 0 bytes: "
        #expect(found[0]?.hasPrefix(start) == true)
        #expect(found.dropFirst() == faults.map { "not readable: \($0)" }[...])
        #if !canImport(Darwin)
        #expect(endless.reads == 4_097)
        #endif
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
        let ended = Locked(false)
        let answer = Task { [session = barricade.session, request] in
            defer { ended.withLock { $0 = true } }
            return try await session.send(request).text
        }
        await script.waitForRead()
        await clock.waitForSleepers()
        for _ in 0..<20 {
            #expect(try await barricade.session.get("\(api)/other").text == "other")
        }
        clock.advance(by: .milliseconds(6_999))
        #expect(!ended.current)
        clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .timedOut)
        let logged = try #require(barricade.requests.last)
        #expect("\(logged.set ?? "no set") \(logged.outcome)" == "no set failed with timedOut")
        #expect(logged.request.body == .unreadable("its stream had not ended"))
    }

    @Test(arguments: [
        StreamScript(.wait, .repeating(Data("x".utf8))), StreamScript(.wait),
        StreamScript(.wait, .fail),
    ])
    func cancellingEndsTheReading(_ script: StreamScript) async throws {
        let request = try streaming(script.stream)
        let session = barricade.session
        let answer = Task { try await session.send(request).text }
        await script.waitForRead()
        answer.cancel()
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .cancelled)
        script.release()
        await script.waitForClose()
        #expect(script.reads < 1_000)
        _ = try await session.get("\(api)/other")
        #expect(barricade.requests.map(\.set) == [nil, "Other"])
    }
    #endif

    // MARK: Passing through

    /// A server that answers each request with the body it got.
    private func echo() throws -> LocalServer {
        try LocalServer { LocalServer.Response(body: $0.body) }
    }

    private func send(_ text: String, to server: LocalServer) async throws -> String {
        try await send(InputStream(data: Data(text.utf8)), to: server)
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
    func leavesAStreamUntouchedThatPassesThroughToAnyHost(_ isLive: Bool) async throws {
        let server = try echo()
        try letPass(isLive: isLive)
        barricade.unmatchedPolicy = .passThrough
        let text = String(repeating: "streamed ", count: 20_000)
        #expect(try await send(text, to: server) == text)
        let logged = try #require(barricade.requests.first)
        let body = RequestBody.unreadable("its stream was left untouched")
        #expect((logged.outcome, logged.request.body) == (.passedThrough, body))
        #if !canImport(Darwin)
        // What a server redirects to is decided anew, for which the body may be needed again.
        guard isLive else { return }
        barricade.unmatchedPolicy = .fail
        #expect(try await send("live", to: server) == "live")
        #expect(barricade.requests.last?.request.body == .data(Data("live".utf8)))
        #endif
    }

    @Test(arguments: [true, false])
    func sendsAsDataWhatAMatcherHasRead(_ isLive: Bool) async throws {
        let server = try echo()
        try letPass(isLive: isLive)
        register(
            isLive
                ? .post("/upload") && .body(Data("secret".utf8))
                : .matching("is secret") { (try? $0.text) == "secret" })
        let texts = try await [send("public", to: server), send("secret", to: server)]
        #expect(texts == ["public", "kept here"])
        #expect(barricade.requests.first?.request.body == .data(Data("public".utf8)))
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
        let message = """
            The request cannot pass through, since its body cannot be sent again: its \
            stream failed after 4 bytes: \(POSIXError(.EIO).localizedDescription).

            To fix: send data or a file rather than a stream, or answer the request here.
            """
        #expect(error?.message == message)
        #expect(server.requests.isEmpty)
    }
    #endif
}
