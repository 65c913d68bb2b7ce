import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to the real server in its own session, which forwards the reply to the load's client.
///
/// The session has the protocol classes behind the barricade, which are asked first. A redirect
/// returns to the load for a new decision.
final class LiveSession: NSObject, Sendable {
    /// A step with a whole reply.
    typealias Collector = @Sendable (HTTPURLResponse, Data) throws -> Step

    private struct State {
        var task: URLSessionTask?
        var isStopped = false
        /// Gets the whole reply instead of the client: a redirect, or a reply to change.
        var collect: Collector?
        /// The head of the reply, and its body so far if it is collected.
        var head: URLResponse?
        var body = Data()
        var isRedirect = false
        /// Whether the reply is complete, regardless of how the session ends.
        var isFinished = false
        /// The observers until they are told of the end; usually `nil`.
        var observers: ExchangeObservers?
    }

    private let load: Load
    private let request: URLRequest
    private let configuration: URLSessionConfiguration
    private let state: Locked<State>
    // On Linux, all sessions start their tasks on the caller's queue. This queue keeps the order of
    // calls, so that a stopped request never starts.
    private let queue = DispatchQueue(label: "Barricade.LiveSession")

    /// Makes the session of a load; fails if the request has lost its body.
    init(_ load: Load, collect: Collector? = nil) throws {
        if let reason = load.lostBody { throw BarricadeError.bodyLost(reason) }
        self.load = load
        state = Locked(State(collect: collect))
        (request, configuration) = load.client.passing(load.urlRequest)
        if load.hasLeftOrigin {
            for field in (configuration.httpAdditionalHeaders ?? [:]).keys
            where Redirection.isOfOrigin("\(field)") {
                configuration.httpAdditionalHeaders?[field] = nil
            }
        }
    }

    /// Starts the request.
    ///
    /// It continues while the load is suspended, and its events wait in the load. If it were
    /// suspended, Linux would send the request again, and report its reply twice.
    func start() {
        queue.async { [self] in
            if state.withLock({ $0.isStopped }) { return }
            let observers = load.state.withLock { $0.observers }
            observers?.tell(.sent)
            let session = URLSession(
                configuration: configuration, delegate: self, delegateQueue: nil)
            var request = request
            var task: URLSessionTask = session.dataTask(with: request)
            if load.isUpload, let body = request.httpBody {
                // A data task would add the content type of a form.
                request.httpBody = nil
                task = session.uploadTask(with: request, from: body)
            }
            state.withLock { ($0.task, $0.observers) = (task, observers) }
            session.finishTasksAndInvalidate()
            task.resume()
        }
    }

    @Sendable func stop() {
        queue.async {
            let task = self.state.withLock { state in
                state.isStopped = true
                return state.task
            }
            task?.cancel()
        }
    }

    deinit {
        // The platform may not report the end of a session that is cancelled early.
        tellEnd(.cancelled)
    }

    private func tellEnd(_ ending: ReplyEnding) {
        let observers = state.withLock { state in
            defer { state.observers = nil }
            return state.observers
        }
        observers?.tell(.ended(ending))
    }
}

extension LiveSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard LoadingPlatform.challengesAfterReply else {
            return completionHandler(.performDefaultHandling, nil)
        }
        finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        receive(response)
        completionHandler(.allow)
    }

    private func receive(_ response: URLResponse) {
        load.progress()
        // Linux also reports what comes before the response, such as early hints (RFC 8297).
        if let status = (response as? HTTPURLResponse)?.statusCode, (102..<200).contains(status) {
            return
        }
        let (isRedirect, isCollected, observers) = state.withLock { state in
            if !state.isRedirect { state.head = response }
            return (state.isRedirect, state.collect != nil, state.observers)
        }
        if !isRedirect { observers?.tellResponse(response) }
        if !isCollected { load.send([.response(response)]) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
        totalBytesSent: Int64, totalBytesExpectedToSend: Int64
    ) {
        load.progress()
        // Network conditions have already reported it.
        guard load.traffic == nil else { return }
        let end = Int(totalBytesSent)
        load.send([.sent(end - Int(count)..<end, of: Int(totalBytesExpectedToSend))])
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load.progress()
        let (isCollected, observers) = state.withLock { state in
            if state.collect != nil { state.body.append(data) }
            return (state.collect != nil, state.observers)
        }
        observers?.tell(.came(.data(data)))
        if isCollected { return }
        load.send([.piece(data)])
        if LoadingPlatform.blockingHoldsBackServer { waitForClient() }
    }

    /// Blocks the session's queue until the client has taken what has come.
    private func waitForClient() {
        let taken = DispatchSemaphore(value: 0)
        load.send([.perform { self.load.client.afterEarlierEvents { taken.signal() } }])
        // A load that has ended tells its client no more.
        while load.isLoading, taken.wait(timeout: .now() + 1) == .timedOut {}
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        load.progress()
        state.withLock { $0.observers }?.tellResponse(response)
        state.withLock { [load] state in
            (state.head, state.body, state.isRedirect) = (response, Data(), true)
            // The body of the reply counts only if the redirect is refused.
            state.collect = { head, body in
                let own = load.urlRequest.httpBody.map { RequestBody.data($0) } ?? .none
                let content = PreparedResponse.Content(body: .whole(body))
                return try load.respond(with: head, content, requestBody: own)
            }
        }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let (isRedirect, isFinished, isStopped) = state.withLock {
            ($0.isRedirect, $0.isFinished, $0.isStopped)
        }
        if isFinished { return }
        // Linux tells no delegate of the head of a 3xx that leads nowhere.
        if error == nil, let head = task.response, state.withLock({ $0.head == nil }) {
            receive(head)
        }
        guard let error, !isRedirect else {
            return finish(isRedirect && isStopped ? .cancelled : .finished)
        }
        tellEnd(isStopped ? .cancelled : .failed(error))
        load.send([.fail(error)])
    }

    /// Completes the reply.
    func finish(_ ending: ReplyEnding = .finished) {
        let (head, body, collect) = state.withLock { state in
            state.isFinished = true
            return (state.head, state.body, state.collect)
        }
        tellEnd(ending)
        load.send {
            guard let collect else { return .now([.finish]) }
            guard let head = head as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return try collect(head, body)
        }
    }
}
