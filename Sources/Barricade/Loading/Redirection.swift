package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The rules for following a redirect (RFC 9110, section 15.4).
package enum Redirection {
    /// The most redirects that a load follows, the same as in Apple's loader.
    static let limit = 20

    /// Returns the request that follows a redirect; `nil` if the location is missing or not a URL.
    static func next(after request: URLRequest, _ response: HTTPURLResponse) -> URLRequest? {
        guard let location = response.value(forHTTPHeaderField: "Location"),
            let from = request.url, let to = Location(location).url(from: from)
        else { return nil }
        var next = request
        next.url = keepingFragment(of: from, on: to)
        let losesBody = becomesGet(request.httpMethod ?? "GET", response.statusCode)
        if losesBody {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
        }
        let leavesOrigin = !isSameOrigin(from, to)
        for field in (request.allHTTPHeaderFields ?? [:]).keys
        where losesBody && isOfBody(field) || leavesOrigin && isOfOrigin(field)
            || !keepsAuthorization && field.lowercased() == "authorization"
        {
            next.setValue(nil, forHTTPHeaderField: field)
        }
        return next
    }

    /// Returns whether two URLs have the same scheme, host and port.
    package static func isSameOrigin(_ left: URL, _ right: URL) -> Bool {
        let (left, right) = (ParsedURL(left), ParsedURL(right))
        return left.scheme == right.scheme && left.host == right.host
            && left.effectivePort == right.effectivePort
    }

    /// Returns whether a header field must not be sent to another origin.
    static func isOfOrigin(_ field: String) -> Bool {
        originFields.contains(field.lowercased())
    }

    private static let originFields = ["authorization", "proxy-authorization", "cookie", "host"]

    /// Returns whether a header field describes a request's body, and must not be sent without it.
    private static func isOfBody(_ field: String) -> Bool {
        let name = field.lowercased()
        return name.hasPrefix("content-") || name == "transfer-encoding"
    }

    private static func becomesGet(_ method: String, _ status: Int) -> Bool {
        switch status {
        case 303: method != "HEAD" && method != "GET"
        case 301, 302: method == "POST"
        default: false
        }
    }

    private static func keepingFragment(of from: URL, on to: URL) -> URL {
        guard to.fragment == nil, let fragment = from.fragment else { return to }
        return URL(string: "\(to.absoluteString)#\(fragment)") ?? to
    }
}
