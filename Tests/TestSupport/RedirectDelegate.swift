/// Decides about redirects as a test says, and writes down what it was asked.
final class RedirectDelegate: NSObject, URLSessionDataDelegate {
    typealias Answer = @Sendable (URLRequest?) -> Void

    struct Question: Sendable {
        let status: Int
        let request: URLRequest
        let queue: OperationQueue?
    }

    let questions = Events<Question>()
    let completions = Events<String>()
    private let decide: @Sendable (URLRequest, @escaping Answer) -> Void

    init(_ decide: @escaping @Sendable (URLRequest, @escaping Answer) -> Void) {
        self.decide = decide
    }

    /// What it was asked: `302 https://api.example.com/to`.
    var asked: [String] {
        questions.all.map { "\($0.status) \($0.request.url?.absoluteString ?? "")" }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        questions.add(
            Question(status: response.statusCode, request: request, queue: .current))
        decide(request, completionHandler)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completions.add("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        completions.add("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        completions.add((error as? URLError).map { "failed \($0.code.rawValue)" } ?? "completed")
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        completions.add("invalid")
    }
}
