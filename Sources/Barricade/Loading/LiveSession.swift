import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request to the real server in its own session, which forwards the reply to the load's client.
///
/// The session has the protocol classes behind the barricade, which are asked first. A redirect
/// returns to the load for a new decision.
final class LiveSession: NSObject, Sendable {
    private struct State {
        var task: URLSessionTask?
        var isStopped = false
        /// A redirect response, with its body so far.
        var redirect: (response: HTTPURLResponse, body: Data)?
        /// The part so far of a reply that a closure will change.
        var response: URLResponse?
        var body = Data()
        /// Whether the reply is complete, regardless of how the session ends.
        var isFinished = false
        /// Shows the reply to the observers; usually `nil`.
        var watch: LiveWatch?
    }

    let step: LoadStep
    private let request: URLRequest
    private let configuration: URLSessionConfiguration
    /// The closure that gets the whole reply instead of the client; usually `nil`.
    private let collect: (@Sendable (HTTPURLResponse, Data) -> Void)?
    private let state = Locked(State())
    // On Linux, all sessions start their tasks on the caller's queue. This queue keeps the order of
    // calls, so that a stopped request never starts.
    private let queue = DispatchQueue(label: "Barricade.LiveSession")

    init(_ step: LoadStep, collect: (@Sendable (HTTPURLResponse, Data) -> Void)? = nil) {
        self.step = step
        self.collect = collect
        let loadClass = type(of: step.load.loader)
        request = step.request.passed(by: loadClass)
        let configuration = step.load.sessionConfiguration
        let copy = configuration?.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses = copy.classes(after: loadClass)
        if step.hasLeftOrigin, let headers = copy.httpAdditionalHeaders {
            copy.httpAdditionalHeaders = headers.filter { !Redirection.isOfOrigin("\($0.key)") }
        }
        self.configuration = copy
    }

    private var load: Load { step.load }

    /// Starts the request.
    ///
    /// It is not suspended with the load: events wait in the load meanwhile. Linux would send the
    /// request again, and report its reply twice.
    func start() {
        queue.async {
            if !self.state.withLock({ $0.isStopped }) { self.makeTask().resume() }
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

    private var watch: LiveWatch? { state.withLock { $0.watch } }

    private func makeTask() -> URLSessionTask {
        if let watch = step.audience?.watch() { state.withLock { $0.watch = watch } }
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: request)
        state.withLock { $0.task = task }
        session.finishTasksAndInvalidate()
        return task
    }
}

extension LiveSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        load.progress()
        let isAnswer = state.withLock { state in
            state.response = response
            return state.redirect == nil
        }
        if isAnswer {
            watch?.receive(response)
            if collect == nil { load.send([.response(response)]) }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load.progress()
        watch?.receive(data)
        let isKept = state.withLock { state in
            state.redirect?.body.append(data)
            if state.redirect == nil, collect != nil { state.body.append(data) }
            return state.redirect != nil || collect != nil
        }
        if !isKept { load.send([.piece(data)]) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        load.progress()
        watch?.receive(response)
        state.withLock { $0.redirect = (response, Data()) }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let (redirect, isFinished, isStopped) = state.withLock { state in
            defer { state.redirect = nil }
            return (state.redirect, state.isFinished, state.isStopped)
        }
        if isFinished { return }
        if let redirect {
            watch?.end(isStopped ? .cancelled : .finished)
            redirected(by: redirect.response, redirect.body)
        } else if let error {
            watch?.end(isStopped ? .cancelled : .failed(error))
            load.fail(error)
        } else {
            finish()
        }
    }

    /// Completes the reply.
    func finish() {
        watch?.end(.finished)
        guard let collect else { return load.send([.finish]) }
        let (response, body) = state.withLock { state in
            state.isFinished = true
            return (state.response, state.body)
        }
        guard let http = response as? HTTPURLResponse else {
            return load.fail(URLError(.badServerResponse))
        }
        collect(http, body)
    }

    /// Follows a redirect response, which is the reply if the redirect is refused.
    private func redirected(by response: HTTPURLResponse, _ body: Data) {
        let content = PreparedResponse.Content(body: .whole(body), failure: nil)
        let own = step.request.httpBody.map { RequestBody.data($0) } ?? .none
        step.respond(with: response, content, body: own)
    }
}

extension URLSessionConfiguration {
    /// Returns the protocol classes behind one; all except it if it is not among them.
    func classes(after protocolClass: BarricadeProtocol.Type) -> [AnyClass] {
        let classes = protocolClasses ?? []
        let index = classes.lastIndex { $0 == protocolClass }
        return Array(classes[(index.map { $0 + 1 } ?? 0)...])
    }
}
