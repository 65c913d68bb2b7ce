import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The least that a URLProtocol can do to answer: one response, made for each request, and its body.
class BareProtocol: URLProtocol {
    class var body: Data { Sizes.kilobyte }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        answer()
    }

    final func answer() {
        let body = Self.body
        guard let client, let url = request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: [
                    "Content-Type": "application/octet-stream", "Content-Length": "\(body.count)",
                ])
        else { return }
        client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client.urlProtocol(self, didLoad: body)
        client.urlProtocolDidFinishLoading(self)
    }

    /// Returns a session like a barricade's, with this class in its place.
    static func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [self] + (configuration.protocolClasses ?? [])
        configuration.urlCache = nil
        return URLSession(configuration: configuration)
    }
}

/// One that is told by another thread to answer, by way of the session's work queue.
final class BareHop: BareProtocol {
    private let isReady = Atomic(false)

    override func startLoading() {
        if isReady.load(ordering: .acquiring) { return answer() }
        nonisolated(unsafe) let load = self
        Task {
            load.isReady.store(true, ordering: .releasing)
            load.answerThere()
        }
    }

    #if canImport(Darwin)
    private let loop = CFRunLoopGetCurrent()

    private func answerThere() {
        CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) { self.answer() }
        CFRunLoopWakeUp(loop)
    }
    #else
    private func answerThere() {
        // A resumed task starts its load again, on the queue where the client may be called.
        task?.resume()
    }
    #endif
}

final class BareMegabyte: BareProtocol {
    override class var body: Data { Sizes.megabyte }
}

final class BareHundredMegabytes: BareProtocol {
    override class var body: Data { Sizes.hundredMegabytes }
}
