#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension URLRequest {
    /// Returns the request for the loaders behind a barricade; on Linux, only they are asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
}

extension LiveSession {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // It comes after the body, and leaving it to the platform hangs (up to Swift 6.3.1).
        finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#endif
