#if !canImport(Darwin)
import Foundation
import FoundationNetworking

extension URLRequest {
    /// Returns the request for those who stand behind a barricade; here they are all that is asked.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest { self }
}

extension LiveSession {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // It comes after the body, and to leave it to the platform hangs (up to Swift 6.3.1).
        finish()
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
}
#endif
