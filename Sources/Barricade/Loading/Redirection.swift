import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The rules for following a redirect (RFC 9110, section 15.4).
enum Redirection {
    /// How many redirects one load follows, as Apple's loader does.
    static let limit = 20

    /// Returns the request that a response sends the client on to; `nil` where it does not.
    ///
    /// A location that is missing, or that no URL can be made of, leads nowhere: the response is
    /// the answer then.
    static func next(after request: URLRequest, _ response: HTTPURLResponse) -> URLRequest? {
        guard HTTPStatus(response.statusCode).isRedirection,
            let location = response.value(forHTTPHeaderField: "Location"),
            let from = request.url, let to = Location(location).url(from: from)
        else { return nil }
        var next = request
        next.url = keepingFragment(of: from, on: to)
        if becomesGet(request.httpMethod ?? "GET", response.statusCode) {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            remove(bodyFields, from: &next)
        }
        if !isSameOrigin(from, to) { remove(originFields, from: &next) }
        return next
    }

    /// Whether two URLs have the same scheme, host and port.
    static func isSameOrigin(_ left: URL, _ right: URL) -> Bool {
        origin(of: left) == origin(of: right)
    }

    /// Whether a request must not take a header field along to another origin.
    static func isOfOrigin(_ field: String) -> Bool {
        originFields.contains { $0.lowercased() == field.lowercased() }
    }

    private static let originFields = ["Authorization", "Cookie", "Host"]
    private static let bodyFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language",
        "Content-Location", "Transfer-Encoding",
    ]

    private static func becomesGet(_ method: String, _ status: Int) -> Bool {
        switch status {
        case 303: method != "HEAD" && method != "GET"
        case 301, 302: method == "POST"
        default: false
        }
    }

    private static func remove(_ fields: [String], from request: inout URLRequest) {
        for field in fields { request.setValue(nil, forHTTPHeaderField: field) }
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
