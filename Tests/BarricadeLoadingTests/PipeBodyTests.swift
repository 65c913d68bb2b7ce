import Barricade
import Testing

@testable import TestSupport

/// Bodies that come through a named pipe, for which a reader waits as long as its writer likes.
@Suite(.timeLimit(.minutes(10))) struct PipeBodyTests {
    private let folder: ScratchFolder
    private let pipe: URL
    private let clock = ForeignClock()

    init() throws {
        folder = try ScratchFolder()
        pipe = folder.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
    }

    private func barricade(on clock: any Clock<Duration>) -> Barricade {
        Barricade(
            ResponseSet("Upload", on: .post("/upload")) {
                CannedResponse("Echo") { CannedResponse(body: .data($0.body.data ?? Data())) }
            }, ResponseSet("Other", on: .get("/other")) { CannedResponse("OK", text: "other") }
        ) {
            $0.clock = clock
        }
    }

    private func request(timeout: TimeInterval) throws -> URLRequest {
        var request = try URLRequest.posting(Data?.none)
        request.httpBodyStream = InputStream(url: pipe)
        request.timeoutInterval = timeout
        return request
    }

    #if !canImport(Darwin)
    // Elsewhere the body of an upload comes as a stream.
    @Test func aPipeIsNoFileToUpload() async throws {
        let barricade = barricade(on: clock)
        var request = try URLRequest.posting(Data?.none)
        request.httpBodyStream = nil
        let session = barricade.patientSession
        _ = try await session.upload(for: request, fromFile: pipe)
        #expect(
            barricade.requests.map(\.request.body)
                == [.unreadable("the file to upload cannot be read: \(pipe.path)")])
    }
    #endif

    /// Opens the pipe for writing; waits for its reader.
    private func openWriter() async throws -> FileHandle {
        try await withCheckedThrowingContinuation { continuation in
            let pipe = pipe
            Thread.detachNewThread {
                continuation.resume(with: Result { try FileHandle(forWritingTo: pipe) })
            }
        }
    }

    /// Checks that neither its own session nor another one is blocked.
    private func expectAnswers(of barricade: Barricade) async throws {
        for session in [barricade.session, barricade.patientSession] {
            try await session.expectReply("200 other", from: "\(api)/other")
        }
    }

    /// Checks that a request times out that no set has been asked about.
    private func expectTimeout(
        _ completions: Events<URLSession.Completion>, of barricade: Barricade
    ) async throws {
        await completions.expectFailure(.timedOut)
        #expect(try barricade.requestCount(for: "Upload") == 0)
    }

    @Test func aPipeWhoseWriterNeverComesBlocksNobody() async throws {
        let barricade = barricade(on: clock)
        let (task, completions) = barricade.session.task(with: try request(timeout: 5))
        task.resume()
        await clock.waitForSleepers()
        try await expectAnswers(of: barricade)
        clock.advance(by: .milliseconds(4_999))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        try await expectTimeout(completions, of: barricade)
        // Lets go of the reader that waits.
        try await openWriter().close()
    }

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    // In a process of its own, since other tests need the threads.
    @Test(.onOwnThreads) func pipesWhoseWritersNeverComeLeaveThreadsForOthers() async {
        await #expect(processExitsWith: .success) {
            OwnProcess.mustEnd(withinMinutes: 3)
            let test = try PipeBodyTests()
            let barricade = test.barricade(on: ContinuousClock())
            let ends = Events<URLError.Code?>()
            for _ in 0..<300 {
                let request = try test.request(timeout: 10)
                barricade.patientSession.dataTask(with: request) { _, _, error in
                    ends.add((error as? URLError)?.code)
                }.resume()
            }
            try await test.expectAnswers(of: barricade)
            #expect(ends.all.isEmpty)
            #expect(await ends.wait(count: 300).allSatisfy { $0 == .timedOut })
        }
    }
    #endif

    @Test func aPipeThatStallsTimesOut() async throws {
        // In real time: nobody says when the reader has read what is there.
        let barricade = barricade(on: ContinuousClock())
        let (task, completions) = barricade.session.task(with: try request(timeout: 1))
        task.resume()
        let writer = try await openWriter()
        try writer.write(contentsOf: Data("half".utf8))
        try await expectAnswers(of: barricade)
        try await expectTimeout(completions, of: barricade)
        try writer.close()
    }

    @Test func aPipeThatIsWrittenLaterIsReadWhole() async throws {
        let barricade = barricade(on: clock)
        let (task, completions) = barricade.session.task(with: try request(timeout: 5))
        task.resume()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(4))
        let writer = try await openWriter()
        let halves = (0..<2).map { half in Data(repeating: half, count: 100_000) }
        for half in halves {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try writer.write(contentsOf: half) })
                }
            }
        }
        try writer.close()
        #expect(await completions.wait().first?.data == halves[0] + halves[1])
        #expect(try barricade.requestCount(for: "Upload") == 1)
    }
}
