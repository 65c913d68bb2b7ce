import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request to a panel, and all of the response, in a session of its own.
final class PanelExchange: NSObject, Sendable {
    typealias Reply = (response: HTTPURLResponse, body: Data)

    private struct State {
        var task: URLSessionTask?
        var response: HTTPURLResponse?
        var body = Data()
        var end: Result<Void, any Error>?
        var reader: CheckedContinuation<Void, Never>?
    }

    /// The most bytes of the body.
    private let limit: Int
    private let state = Locked(State())
    private let queue = OperationQueue()

    private init(limit: Int) {
        self.limit = limit
        queue.maxConcurrentOperationCount = 1
    }

    /// Sends a request, and waits for its response, at most for a time and for so many bytes.
    static func reply(
        to request: URLRequest, _ configuration: URLSessionConfiguration,
        within timeout: Duration, limit: Int
    ) async throws -> Reply {
        let exchange = PanelExchange(limit: limit)
        exchange.start(request, configuration)
        let deadline = Task {
            if (try? await Task.sleep(for: timeout)) != nil { exchange.end(URLError(.timedOut)) }
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await exchange.reply()
        } onCancel: {
            exchange.end(URLError(.cancelled))
        }
    }

    private func start(_ request: URLRequest, _ configuration: URLSessionConfiguration) {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
        let task = session.dataTask(with: request)
        state.withLock { $0.task = task }
        session.finishTasksAndInvalidate()
        task.resume()
    }

    private func reply() async throws -> Reply {
        await withCheckedContinuation { reader in
            let hasEnded = state.withLock { state in
                if state.end == nil { state.reader = reader }
                return state.end != nil
            }
            if hasEnded { reader.resume() }
        }
        let (end, response, body) = state.withLock { ($0.end, $0.response, $0.body) }
        try end?.get()
        guard let response else { throw URLError(.badServerResponse) }
        return (response, body)
    }

    /// Ends it; only the first end counts.
    private func end(_ error: (any Error)?) {
        let reader = state.withLock { state in
            state.end = state.end ?? error.map { .failure($0) } ?? .success(())
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
        // On the queue, so that the task is not cancelled while it ends.
        if error != nil { queue.addOperation { self.state.withLock { $0.task }?.cancel() } }
    }
}

extension PanelExchange: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        state.withLock { $0.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state in
            if state.end == nil { state.body += data }
            return state.body.count > limit
        }
        if isTooLong { end(URLError(.dataLengthExceedsMaximum)) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        state.withLock { $0.task = nil }
        end(error)
    }
}

#if !canImport(Darwin)
extension PanelExchange {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A real server's challenge, after the body. The default handling does not end
        // it (up to Swift 6.3.1).
        end(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#endif
