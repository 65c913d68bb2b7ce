#if canImport(Darwin)
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A class that is registered for the whole process is asked about the requests of every session, so
// those that it has let through are marked.
extension URLRequest {
    /// Returns the request for those who stand behind a barricade.
    func passed(by loadClass: BarricadeProtocol.Type) -> URLRequest {
        guard let copy = (self as NSURLRequest).mutableCopy() as? NSMutableURLRequest else {
            return self
        }
        URLProtocol.setProperty(true, forKey: Self.key(of: loadClass), in: copy)
        return copy as URLRequest
    }

    /// Whether a barricade has let the request through already.
    func hasPassed(_ loadClass: BarricadeProtocol.Type) -> Bool {
        URLProtocol.property(forKey: Self.key(of: loadClass), in: self) != nil
    }

    private static func key(of loadClass: BarricadeProtocol.Type) -> String {
        "Barricade.hasPassed.\(UInt(bitPattern: ObjectIdentifier(loadClass)))"
    }
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
}
#endif
