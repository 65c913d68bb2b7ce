import Barricade
package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// One request to a server, and all of the reply, in a session of its own.
///
/// It follows no redirect, and no barricade intercepts it.
package final class ServerExchange: NSObject, URLSessionDataDelegate {
    private let pieces: AsyncThrowingStream<Data, any Error>.Continuation

    private init(_ pieces: AsyncThrowingStream<Data, any Error>.Continuation) {
        self.pieces = pieces
    }

    /// Sends a request, and waits for its reply, at most for a time and for so many bytes.
    package static func reply(
        to request: URLRequest, _ configuration: URLSessionConfiguration = .relaying(),
        within timeout: Duration, limit: Int = .max
    ) async throws -> (response: HTTPURLResponse, body: Data) {
        let (stream, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
        let queue = OwnThreadQueue()
        let session = URLSession(
            configuration: configuration, delegate: ServerExchange(pieces), delegateQueue: queue)
        let task = session.dataTask(with: request)
        // On the queue, so that the task is not cancelled while it ends.
        pieces.onTermination = { _ in queue.addOperation { task.cancel() } }
        session.finishTasksAndInvalidate()
        task.resume()
        let deadline = Task {
            if (try? await Task.sleep(for: timeout)) != nil {
                pieces.finish(throwing: URLError(.timedOut))
            }
        }
        defer { deadline.cancel() }
        var body = Data()
        for try await piece in stream {
            body += piece
            guard body.count <= limit else { throw URLError(.dataLengthExceedsMaximum) }
        }
        try Task.checkCancellation()
        guard let response = task.response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return (response, body)
    }

    package func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
        pieces.yield(data)
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    package func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        pieces.finish(throwing: error)
    }

    #if !canImport(Darwin)
    package func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A real server's challenge, after the body. The default handling does not end
        // it (up to Swift 6.3.1).
        pieces.finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #endif
}

extension URLSessionConfiguration {
    /// Makes the configuration of sessions that change nothing in requests and responses.
    package static func relaying() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // Whoever sends a request has a timeout; a held request or a silent stream may take long.
        configuration.timeoutIntervalForRequest = 24 * 60 * 60
        return configuration
    }
}

/// A serial queue that gets a thread even while users' code blocks all of the global queues.
private final class OwnThreadQueue: OperationQueue, @unchecked Sendable {
    // An operation queue does not keep the queue beneath it.
    private let queue = DispatchQueue(label: "Barricade.ServerExchange")

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = queue
    }
}
