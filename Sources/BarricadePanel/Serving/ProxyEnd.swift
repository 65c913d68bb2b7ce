import Barricade
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The loader behind a barricade whose clients take it for their proxy: it reaches no server.
///
/// Otherwise everybody on this machine could ask any server through the app.
final class ProxyEnd: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        client?.urlProtocol(self, didFailWithError: BarricadeError.endOfProxy)
    }

    override func stopLoading() {}
}

extension BarricadeError {
    fileprivate static let endOfProxy = BarricadeError(
        .unsupported,
        """
        The barricade lets this request pass through, but as a proxy it reaches no real server.

        To fix: select a canned response for it, or have the client ask the server itself.
        """)
}
