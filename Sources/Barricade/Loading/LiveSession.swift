import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that goes to the real server in a session of its own, told to the load's client.
///
/// Apple platforms need it for all that passes through; Linux for redirects that leave the
/// barricade, since its loaders only know the request that a task was made with.
final class LiveSession: NSObject, Sendable {
    private let request: URLRequest
    private let gate: ClientGate
    private let task = Mutex<URLSessionTask?>(nil)

    init(_ request: URLRequest, gate: ClientGate) {
        self.request = Self.marked(request)
        self.gate = gate
    }

    /// Starts the request, or goes on with it.
    func resume() {
        // Not here: on Linux the caller's queue is the one that all sessions start their tasks on.
        DispatchQueue.global().async { self.startedTask().resume() }
    }

    func suspend() {
        DispatchQueue.global().async { self.task.withLock { $0 }?.suspend() }
    }

    func stop() {
        DispatchQueue.global().async { self.task.withLock { $0 }?.cancel() }
    }

    private func startedTask() -> URLSessionTask {
        if let task = task.withLock({ $0 }) { return task }
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses?.removeAll { $0 is BarricadeProtocol.Type }
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let started = session.dataTask(with: request)
        task.withLock { $0 = started }
        session.finishTasksAndInvalidate()
        return started
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
        gate.send([.data(data)])
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        gate.send([error.map { .fail($0) } ?? .finish])
    }

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
