import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A relay of one response from URLSession to a reader, at the reader's pace.
///
/// While too many bytes wait for the reader, the session's delegate queue is suspended, which also
/// pauses a body that is read from a file or a stream. Suspending the task would do the same, but
/// Linux traps if a task is resumed at the moment it ends (up to Swift 6.3.1).
final class ResponseRelay: NSObject, Sendable {
    private struct State {
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var decided: DecidedResponse?
        /// The part of the body that waits for the reader.
        var waiting = Data()
        /// Whether the rest of the body is thrown away.
        var isDiscarding = false
        var end: Result<Void, any Error>?
        var hasPendingEvents = false
        var reader: CheckedContinuation<Void, Never>?
    }

    /// The bytes that may wait for the reader before the queue is suspended.
    private static let backlog = 256 * 1_024

    private let decided: DecidedResponses?
    private let state = Locked(State())
    private let queue = OperationQueue()

    init(_ decided: DecidedResponses? = nil) {
        self.decided = decided
        queue.maxConcurrentOperationCount = 1
    }

    func start(_ request: URLRequest, _ configuration: URLSessionConfiguration) {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        let task = session.dataTask(with: request)
        state.withLock { $0.task = task }
        decided?.expect(task)
        session.finishTasksAndInvalidate()
        task.resume()
    }

    /// Ends the response with an error, and cancels the request; does nothing if it has ended, or
    /// if its body is discarded.
    func cancel(with code: URLError.Code = .cancelled) {
        tell { state in
            guard !state.isDiscarding else { return }
            state.end = state.end ?? .failure(URLError(code))
            discard(&state)
            // On the queue, since Linux may trap if a task is cancelled while it ends.
            queue.addOperation { self.state.withLock { $0.task }?.cancel() }
        }
    }

    /// Cancels the request after a time, unless the returned task is cancelled before.
    func cancel(after time: Duration, with code: URLError.Code = .cancelled) -> Task<Void, Never> {
        Task { if (try? await Task.sleep(for: time)) != nil { cancel(with: code) } }
    }

    /// Throws the body away, and lets the request end by itself.
    func discardBody() {
        state.withLock { discard(&$0) }
    }

    private func discard(_ state: inout State) {
        state.isDiscarding = true
        state.waiting = Data()
        queue.isSuspended = false
    }

    // MARK: Reading

    /// Waits for the response, and for the barricade's, unchanged by URLSession; this is `nil` for a
    /// real server's response.
    func head() async throws -> (HTTPURLResponse, DecidedResponse?) {
        try await next { state in
            if let response = state.response { return .success((response, state.decided)) }
            return state.end?.flatMap { .failure(URLError(.badServerResponse)) }
        }
    }

    /// Waits for more of the body; `nil` at its end.
    func nextPiece() async throws -> Data? {
        try await next { [queue] state in
            guard state.waiting.isEmpty else {
                defer { state.waiting = Data() }
                // Under the lock, as is suspending the queue, so that the two keep their order.
                queue.isSuspended = false
                return .success(state.waiting)
            }
            return state.end?.map { nil }
        }
    }

    /// Waits for the response and all of its body, at most for a time and for so many bytes.
    func whole(
        within timeout: Duration, limit: Int
    ) async throws -> (HTTPURLResponse, Data) {
        let deadline = cancel(after: timeout, with: .timedOut)
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            let response = try await head().0
            var body = Data()
            while let piece = try await nextPiece() {
                body += piece
                if body.count > limit { cancel(with: .dataLengthExceedsMaximum) }
            }
            return (response, body)
        } onCancel: {
            cancel()
        }
    }

    private func next<Value>(
        _ take: (inout State) -> Result<Value, any Error>?
    ) async throws -> Value {
        while true {
            let taken = state.withLock { state in
                state.hasPendingEvents = false
                return take(&state)
            }
            if let taken { return try taken.get() }
            await withCheckedContinuation { reader in
                let hasPendingEvents = state.withLock { state in
                    if !state.hasPendingEvents { state.reader = reader }
                    return state.hasPendingEvents
                }
                if hasPendingEvents { reader.resume() }
            }
        }
    }

    private func tell(_ change: (inout State) -> Void) {
        let reader = state.withLock { state in
            change(&state)
            state.hasPendingEvents = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }
}

/// A canned response that a task gets, as it was decided.
///
/// `HTTPURLResponse` joins fields of the same name, changes the case of names, and has no order.
struct DecidedResponse: Sendable {
    let request: DecidedRequest
    let headers: HTTP.Headers
}

/// The plugin that keeps the canned responses of a server's own tasks.
final class DecidedResponses: Plugin {
    /// The observer of a task's exchange.
    private final class Exchange: ExchangeObserver {
        private let responses: DecidedResponses
        private let request: DecidedRequest

        init(_ responses: DecidedResponses, _ request: DecidedRequest) {
            (self.responses, self.request) = (responses, request)
        }

        func handle(_ event: ExchangeEvent) {
            guard case .delivered(.head(let head)) = event, head.isCanned, let task = request.task
            else { return }
            let response = DecidedResponse(request: request, headers: head.headers)
            responses.tasks.withLock { $0[ObjectIdentifier(task)]? = response }
        }
    }

    /// The tasks under way, with their responses.
    private let tasks = Locked<[ObjectIdentifier: DecidedResponse?]>([:])

    let observationLevel = ObservationLevel.delivery

    func began(_ request: DecidedRequest) -> (any ExchangeObserver)? {
        guard let task = request.task,
            tasks.withLock({ $0.keys.contains(ObjectIdentifier(task)) })
        else { return nil }
        return Exchange(self, request)
    }

    /// Keeps the response of a task until its end.
    func expect(_ task: URLSessionTask) {
        tasks.withLock { _ = $0.updateValue(nil, forKey: ObjectIdentifier(task)) }
    }

    /// Returns a task's response; `nil` if the response is a real server's.
    func response(of task: URLSessionTask) -> DecidedResponse? {
        tasks.withLock { $0[ObjectIdentifier(task)] ?? nil }
    }

    func end(_ task: URLSessionTask) {
        tasks.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(task)) }
    }
}

extension URLSessionConfiguration {
    /// Makes the configuration of sessions that change nothing in requests and responses.
    static func relaying() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The client has its own timeout; a held request or a silent stream may take long.
        configuration.timeoutIntervalForRequest = 24 * 60 * 60
        return configuration
    }
}

extension ResponseRelay: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let decided = decided?.response(of: dataTask)
        tell { state in
            state.response = response as? HTTPURLResponse
            state.decided = decided
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        tell { state in
            guard !state.isDiscarding else { return }
            if state.waiting.isEmpty { state.waiting = data } else { state.waiting += data }
            if state.waiting.count >= Self.backlog { queue.isSuspended = true }
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The client decides whether to follow the redirect.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        decided?.end(task)
        end(error.map { .failure($0) } ?? .success(()))
    }

    /// Ends the response; only the first end counts.
    func end(_ end: Result<Void, any Error>) {
        tell { state in
            state.end = state.end ?? end
            state.task = nil
        }
    }
}

#if !canImport(Darwin)
extension ResponseRelay {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A real server's challenge, after the body. Default handling hangs (up to Swift 6.3.1).
        end(.success(()))
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#endif
