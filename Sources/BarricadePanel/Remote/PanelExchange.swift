import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request to a panel, and all of the response, in a session of its own.
final class PanelExchange: NSObject, URLSessionDataDelegate {
    private let pieces: AsyncThrowingStream<Data, any Error>.Continuation

    private init(_ pieces: AsyncThrowingStream<Data, any Error>.Continuation) {
        self.pieces = pieces
    }

    /// Sends a request, and waits for its response, at most for a time and for so many bytes.
    static func reply(
        to request: URLRequest, _ configuration: URLSessionConfiguration,
        within timeout: Duration, limit: Int
    ) async throws -> (response: HTTPURLResponse, body: Data) {
        let (stream, pieces) = AsyncThrowingStream<Data, any Error>.makeStream()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = URLSession(
            configuration: configuration, delegate: PanelExchange(pieces), delegateQueue: queue)
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

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        pieces.yield(data)
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
        pieces.finish(throwing: error)
    }

    #if !canImport(Darwin)
    func urlSession(
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
