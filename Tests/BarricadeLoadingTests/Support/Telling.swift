import Barricade
import Testing

@testable import TestSupport

extension Barricade {
    /// Starts a task, the only one of a session with a delegate.
    func recordedTask(
        of url: URL, credential: URLCredential? = nil
    ) -> (task: URLSessionTask, delegate: RecordingDelegate) {
        let (session, delegate) = recordedSession(credential: credential)
        let task = session.dataTask(with: url)
        task.resume()
        session.finishTasksAndInvalidate()
        return (task, delegate)
    }

    /// Loads a URL in a session with a delegate; returns all that the delegate is told.
    func told(of url: String, credential: URLCredential? = nil) async throws -> [String] {
        let url = try URL(url)
        return await recordedTask(of: url, credential: credential).delegate.invalidation()
    }

    /// Loads a URL in a session with a delegate; checks all that the delegate is told.
    func expectTold(
        _ events: [String], of url: String, credential: URLCredential? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let told = try await told(of: url, credential: credential)
        #expect(told == events, sourceLocation: sourceLocation)
    }

    /// Downloads a URL in a session with a delegate; checks all that the delegate is told.
    func expectTold(
        _ events: [String], ofDownload url: URL, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let (session, delegate) = recordedSession()
        session.downloadTask(with: url).resume()
        session.finishTasksAndInvalidate()
        await delegate.expectTold(events, sourceLocation: sourceLocation)
    }
}

extension RecordingDelegate {
    /// Waits until its session is invalid, and checks all that it was told.
    func expectTold(
        _ events: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let told = await invalidation()
        #expect(told == events, sourceLocation: sourceLocation)
    }
}

extension URLSession {
    /// Checks the status and the text that a request gets: `200 arrived`.
    ///
    /// - Parameter end: The URL of the response, where it is another one.
    func expectReply(
        _ reply: String, from url: String, endingAt end: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await get(url)
        let got = "\(answer.status) \(answer.text)"
        #expect(got == reply, sourceLocation: sourceLocation)
        guard let end else { return }
        let gotEnd = answer.response.url?.absoluteString
        #expect(gotEnd == end, sourceLocation: sourceLocation)
    }

    /// Checks what two requests get: one that is awaited, and one with a completion handler.
    func expectReplies(
        _ reply: String, from url: String, endingAt end: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectReply(reply, from: url, endingAt: end, sourceLocation: sourceLocation)
        let completion = try await complete(url)
        #expect(completion.reply == reply, sourceLocation: sourceLocation)
    }

    /// Checks that the library fails a request, and how it says so.
    func expectFault(
        _ code: BarricadeError.Code, _ message: String? = nil, from url: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let error = BarricadeError(try await failure(url))
        #expect(error?.code == code, sourceLocation: sourceLocation)
        guard let message else { return }
        #expect(error?.message == message, sourceLocation: sourceLocation)
    }

    /// Checks the code of the error that a request fails with.
    func expectFailure(
        _ code: URLError.Code, from url: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let error = try await failure(url) as? URLError
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }
}

extension URLSession.Completion {
    /// The status and the text, as of a reply; `nil` if there are none.
    var reply: String? {
        guard let status, let text else { return nil }
        return "\(status) \(text)"
    }
}

extension Events where Event == URLSession.Completion {
    /// Waits for a completion, and checks its status and text: `200 arrived`.
    func expectReply(
        _ reply: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let first = await wait().first
        #expect(first?.reply == reply, sourceLocation: sourceLocation)
    }

    /// Waits for a completion, and checks the code of its error.
    func expectFailure(
        _ code: URLError.Code, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let first = await wait().first
        #expect(first?.code == code, sourceLocation: sourceLocation)
    }
}

extension LocalServer {
    /// Makes a server that sends `first`, and `second` once it is released.
    static func inPieces() throws -> LocalServer {
        try LocalServer { _ in .init(body: Data("first".utf8), heldBody: Data("second".utf8)) }
    }

    /// Checks the targets of the requests that have come.
    func expectTargets(
        _ targets: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let got = requests.map(\.target)
        #expect(got == targets, sourceLocation: sourceLocation)
    }

    /// Checks that what has come so far was meant to.
    func expectLiveRequestsOnly(sourceLocation: SourceLocation = #_sourceLocation) throws {
        _ = try connectionsSoFar()
        let others = requests.map(\.target).filter { !$0.hasPrefix("/live/") }
        #expect(others == [], sourceLocation: sourceLocation)
    }

    /// Checks that nobody has connected to it so far.
    func expectNoConnections(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let count = try connectionsSoFar()
        #expect(count == 0, sourceLocation: sourceLocation)
    }
}
