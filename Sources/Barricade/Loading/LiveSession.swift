import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that goes to the real server in a session of its own, told to the load's client.
///
/// The session has the protocol classes that stand behind the barricade, so they are asked first.
/// What a server redirects to comes back to the load, and is decided anew.
final class LiveSession: NSObject, Sendable {
    private struct State {
        var task: URLSessionTask?
        var isStopped = false
        /// A response that redirects, with what has come of its body.
        var redirect: (response: HTTPURLResponse, body: Data)?
        /// What has come of an answer that is to be changed.
        var response: URLResponse?
        var body = Data()
        /// Whether the answer is known, whatever the session says of its end.
        var isFinished = false
    }

    let step: LoadStep
    private let request: URLRequest
    private let configuration: URLSessionConfiguration
    /// Who gets the whole answer in place of the client; usually `nil`.
    private let collect: (@Sendable (HTTPURLResponse, Data) -> Void)?
    private let state = Locked(State())
    // On Linux the caller's queue is the one that all sessions start their tasks on. Here calls
    // have their order: nothing is started that has been stopped.
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
    /// It is not suspended with the load: what comes meanwhile waits there to be told, while Linux
    /// would send the request anew and tell its answer twice.
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

    private func makeTask() -> URLSessionTask {
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
        if isAnswer, collect == nil { load.send([.response(response)]) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        load.progress()
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
        state.withLock { $0.redirect = (response, Data()) }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let (redirect, isFinished) = state.withLock { state in
            defer { state.redirect = nil }
            return (state.redirect, state.isFinished)
        }
        if isFinished { return }
        if let redirect {
            redirected(by: redirect.response, redirect.body)
        } else if let error {
            load.fail(error)
        } else {
            finish()
        }
    }

    /// The answer has come.
    func finish() {
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

    /// Goes on where a response leads that redirects; it is the answer if the redirect is refused.
    private func redirected(by response: HTTPURLResponse, _ body: Data) {
        let content = PreparedResponse.Content(body: .whole(body), failure: nil)
        let own = step.request.httpBody.map { RequestBody.data($0) } ?? .none
        step.respond(with: response, content, body: own)
    }
}

extension URLSessionConfiguration {
    /// The protocol classes that stand behind one; all but it where it is not among them.
    func classes(after protocolClass: BarricadeProtocol.Type) -> [AnyClass] {
        let classes = protocolClasses ?? []
        let index = classes.lastIndex { $0 == protocolClass }
        return Array(classes[(index.map { $0 + 1 } ?? 0)...])
    }
}
