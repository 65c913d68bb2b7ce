import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The rules for following a redirect (RFC 9110, section 15.4).
enum Redirection {
    /// How many redirects one load follows, as Apple's loader does.
    static let limit = 20

    /// Returns the request that a response sends the client on to; `nil` where it does not.
    static func next(after request: URLRequest, _ response: HTTPURLResponse) -> URLRequest? {
        guard HTTPStatus(response.statusCode).isRedirection,
            let location = response.value(forHTTPHeaderField: "Location"),
            let from = request.url,
            let to = URL(string: location, relativeTo: from)?.absoluteURL
        else { return nil }
        var next = request
        next.url = keepingFragment(of: from, on: to)
        let method = request.httpMethod ?? "GET"
        let becomesGet =
            switch response.statusCode {
            case 303: method != "HEAD" && method != "GET"
            case 301, 302: method == "POST"
            default: false
            }
        if becomesGet {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            for field in [
                "Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding",
            ] {
                next.setValue(nil, forHTTPHeaderField: field)
            }
        }
        if origin(of: from) != origin(of: to) {
            next.setValue(nil, forHTTPHeaderField: "Authorization")
            next.setValue(nil, forHTTPHeaderField: "Cookie")
        }
        return next
    }

    private static func keepingFragment(of from: URL, on to: URL) -> URL {
        guard to.fragment == nil, let fragment = from.fragment else { return to }
        return URL(string: "\(to.absoluteString)#\(fragment)") ?? to
    }

    private static func origin(of url: URL) -> [String] {
        let target = RequestTarget(url)
        return [target.scheme, target.host, target.effectivePort.map(String.init) ?? ""]
    }
}
