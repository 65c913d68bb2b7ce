import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that goes to the real server in a session of its own, told to the load's client.
///
/// Apple platforms need it for all that passes through; Linux for redirects that leave the
/// barricade, since its loaders only know the request that a task was made with.
final class LiveSession: NSObject, Sendable {
    private struct State {
        var task: URLSessionTask?
        var isStopped = false
    }

    private let request: URLRequest
    private let configuration: URLSessionConfiguration
    private let gate: ClientGate
    private let state = Mutex(State())
    // On Linux the caller's queue is the one that all sessions start their tasks on. Here calls
    // have their order: nothing is started that has been stopped.
    private let queue = DispatchQueue(label: "Barricade.LiveSession")

    /// Makes a session like the one that the configuration is of, where that is known.
    init(
        _ request: URLRequest, configuration: URLSessionConfiguration?, hasLeftOrigin: Bool,
        gate: ClientGate
    ) {
        self.request = Self.marked(request)
        let copy = configuration?.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses?.removeAll { $0 is BarricadeProtocol.Type }
        if hasLeftOrigin, let headers = copy.httpAdditionalHeaders {
            copy.httpAdditionalHeaders = headers.filter { !Redirection.isOfOrigin("\($0.key)") }
        }
        self.configuration = copy
        self.gate = gate
    }

    /// Starts the request, once.
    ///
    /// It is not suspended with the load: what comes meanwhile waits there to be told, while Linux
    /// would send the request anew and tell its answer twice.
    func start() {
        queue.async {
            let isNew = self.state.withLock { $0.task == nil && !$0.isStopped }
            if isNew { self.makeTask().resume() }
        }
    }

    func stop() {
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

    // MARK: Not meeting the barricade again

    /// Whether a request is one that a live session sends; only Apple platforms need the mark.
    static func isMarked(_ request: URLRequest) -> Bool {
        #if canImport(Darwin)
        URLProtocol.property(forKey: markKey, in: request) != nil
        #else
        false
        #endif
    }

    private static func marked(_ request: URLRequest) -> URLRequest {
        #if canImport(Darwin)
        guard let copy = (request as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return request
        }
        URLProtocol.setProperty(true, forKey: markKey, in: copy)
        return copy as URLRequest
        #else
        request
        #endif
    }

    private static let markKey = "Barricade.isLive"
}

extension LiveSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        gate.send([.response(response)])
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        gate.send([.piece(data)])
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        gate.send([error.map { .fail($0) } ?? .finish])
    }

    #if !canImport(Darwin)
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // It comes after the body, and to leave it to the platform hangs (up to Swift 6.3.1).
        gate.send([.finish])
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #endif

    #if canImport(Darwin)
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The caller's session decides whether to follow, and its next request is decided anew.
        gate.send([.redirect(request, response)])
        completionHandler(nil)
    }
    #endif
}
