#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension URLRequest {
    /// Returns the request for those who stand behind a barricade; here they are all that is asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
}

extension LiveSession: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        received(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        received(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        ended(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        willRedirect(response)
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // It comes after the body, and to leave it to the platform hangs (up to Swift 6.3.1).
        step.load.send([.finish])
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#endif
