import Barricade
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A sender of requests through a session that no barricade stands before.
///
/// It follows no redirect, keeps no cookies, and cuts no task short: on Linux a task that is cancelled
/// while it ends can stop all sessions.
final class ReplyFetcher: NSObject, Sendable {
    struct Reply: Sendable {
        let status: HTTP.Status
        let contentType: String?
        /// The body, decoded; `nil` if it is too large.
        let body: Data?
    }

    private struct Fetch {
        let continuation: CheckedContinuation<Result<Reply, any Error>, Never>
        var response: HTTPURLResponse?
        var body: Data? = Data()
    }

    /// The requests on their way, by the numbers of their tasks.
    private let fetches = Locked<[Int: Fetch]>([:])
    private let session = Locked<URLSession?>(nil)
    private let timeout: Duration

    /// The most bytes of a body to keep.
    private static let mostBytes = 16 << 20

    init(timeout: Duration) {
        self.timeout = timeout
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.timeoutIntervalForResource = 10 * (timeout / .seconds(1))
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session.withLock {
            $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        }
    }

    /// Ends the session, which retains this object.
    func finish() {
        session.withLock { session in
            defer { session = nil }
            return session
        }?.finishTasksAndInvalidate()
    }

    func reply(to request: URLRequest) async -> Result<Reply, any Error> {
        guard let session = session.withLock({ $0 }) else {
            return .failure(URLError(.cancelled))
        }
        var request = request
        request.timeoutInterval = timeout / .seconds(1)
        let task = session.dataTask(with: request)
        return await withCheckedContinuation { continuation in
            fetches.withLock { $0[task.taskIdentifier] = Fetch(continuation: continuation) }
            task.resume()
        }
    }
}

extension ReplyFetcher: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        fetches.withLock {
            $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        fetches.withLock { fetches in
            let count = fetches[dataTask.taskIdentifier]?.body?.count ?? 0
            if count + data.count > Self.mostBytes {
                fetches[dataTask.taskIdentifier]?.body = nil
            } else {
                fetches[dataTask.taskIdentifier]?.body?.append(data)
            }
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        fetches.withLock { $0[task.taskIdentifier]?.response = response }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        let fetch = fetches.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        guard let fetch else { return }
        fetch.continuation.resume(returning: Self.result(of: fetch, error))
    }

    private static func result(of fetch: Fetch, _ error: (any Error)?) -> Result<Reply, any Error> {
        if let error { return .failure(error) }
        guard let response = fetch.response else {
            return .failure(URLError(.badServerResponse))
        }
        return .success(
            Reply(
                status: HTTP.Status(response.statusCode),
                contentType: response.value(forHTTPHeaderField: "Content-Type"), body: fetch.body))
    }
}
