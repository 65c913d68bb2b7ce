import Barricade
import Testing

/// Writes down what a session tells its delegate.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
    enum Event: Sendable {
        case response(Int)
        case data(String)
        case redirect(to: String)
        case challenge
        case file(String)
        case completed((any Error)?)
        case invalid

        /// Whether it is the last of a task.
        var isEnd: Bool { if case .completed = self { true } else { false } }

        var name: String {
            switch self {
            case .response(let status): "response \(status)"
            case .data(let text): "data \(text)"
            case .redirect(let url): "redirect \(url)"
            case .challenge: "challenge"
            case .file(let text): "file \(text)"
            case .completed(nil): "completed"
            case .completed(let error?):
                "failed \((error as NSError).domain) \((error as NSError).code)"
            case .invalid: "invalid"
            }
        }
    }

    let events = Events<Event>()
    /// What it answers to a challenge.
    let credential: URLCredential?
    /// Called with the number of each piece, from 1.
    let onData: @Sendable (Int) -> Void

    init(
        credential: URLCredential? = nil, onData: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.credential = credential
        self.onData = onData
    }

    var names: [String] { events.all.map(\.name) }

    /// Waits until a task has ended; returns the names of all that came.
    @discardableResult func completion() async -> [String] {
        await events.wait { events in
            events.contains(where: \.isEnd)
        }.map(\.name)
    }

    /// Waits until the session is done with its delegate, so that nothing can follow.
    @discardableResult func invalidation() async -> [String] {
        await events.wait { events in
            events.contains { if case .invalid = $0 { true } else { false } }
        }.map(\.name)
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        events.add(.invalid)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        events.add(.response((response as? HTTPURLResponse)?.statusCode ?? 0))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        events.add(.data(String(decoding: data, as: UTF8.self)))
        onData(events.all.count { if case .data = $0 { true } else { false } })
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        events.add(.redirect(to: request.url?.path ?? ""))
        completionHandler(request)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        events.add(.challenge)
        completionHandler(
            credential == nil ? .performDefaultHandling : .useCredential, credential)
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {
        let data = (try? Data(contentsOf: location)) ?? Data()
        events.add(.file(String(decoding: data, as: UTF8.self)))
        // Linux would leave it there.
        try? FileManager.default.removeItem(at: location)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        events.add(.completed(error))
    }
}

extension URLSession {
    /// What a completion handler was given.
    struct Completion: Sendable {
        var data: Data?
        var response: URLResponse?
        var error: (any Error)?

        var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }
        var status: Int? { (response as? HTTPURLResponse)?.statusCode }
        var code: URLError.Code? { (error as? URLError)?.code }
    }

    /// Makes a data task, not started yet, whose completions are collected.
    func task(_ url: String) throws -> (task: URLSessionDataTask, completions: Events<Completion>) {
        let request = URLRequest(url: try URL(url))
        return task(with: request)
    }

    func task(
        with request: URLRequest, uploading body: Data? = nil
    ) -> (task: URLSessionDataTask, completions: Events<Completion>) {
        let completions = Events<Completion>()
        let complete: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = {
            completions.add(Completion(data: $0, response: $1, error: $2))
        }
        let task: URLSessionDataTask =
            if let body {
                uploadTask(with: request, from: body, completionHandler: complete)
            } else {
                dataTask(with: request, completionHandler: complete)
            }
        return (task, completions)
    }

    /// Sends a request through a completion handler.
    func complete(_ url: String) async throws -> Completion {
        let (task, completions) = try task(url)
        task.resume()
        return try #require(await completions.wait().first)
    }
}

extension Barricade {
    /// Makes a session that tells all it does to a delegate.
    func recordedSession(
        credential: URLCredential? = nil, onData: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> (session: URLSession, delegate: RecordingDelegate) {
        let delegate = RecordingDelegate(credential: credential, onData: onData)
        let session = URLSession(
            configuration: .patient(by: self), delegate: delegate, delegateQueue: nil)
        return (session, delegate)
    }
}
