import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session's cookie storage, which no platform fills from the responses of a URLProtocol.
struct CookieJar: Sendable {
    let storage: HTTPCookieStorage
    private let policy: HTTPCookie.AcceptPolicy
    /// Whether requests get cookies from the storage.
    let isSent: Bool

    /// Opens the storage of a session; `nil` if it has none.
    init?(_ configuration: URLSessionConfiguration?) {
        guard let configuration, let storage = configuration.httpCookieStorage else { return nil }
        self.storage = storage
        policy = configuration.httpCookieAcceptPolicy
        isSent = configuration.httpShouldSetCookies
    }

    /// Stores the cookies of a response, from the values of its `Set-Cookie` fields.
    func store(_ fields: [String], from request: URLRequest) {
        guard !fields.isEmpty, request.httpShouldHandleCookies,
            let url = request.url, ["http", "https"].contains(url.scheme?.lowercased()),
            accepts(url, request.mainDocumentURL)
        else { return }
        for wanted in fields.compactMap(SetCookie.init(parsing:)) where !wanted.breaksItsPromise {
            guard let cookie = wanted.cookie(from: url), Self.isAllowed(cookie, from: url) else {
                continue
            }
            storage.setCookie(cookie)
        }
    }

    private func accepts(_ url: URL, _ mainDocument: URL?) -> Bool {
        switch policy {
        case .always: return true
        case .never: return false
        case .onlyFromMainDocumentDomain:
            guard let main = mainDocument?.host?.lowercased() else { return true }
            let host = url.host?.lowercased() ?? ""
            return main == host || main.hasSuffix(".\(host)") || host.hasSuffix(".\(main)")
        }
    }

    /// Returns whether a server may set a cookie: for its domain, not all of `.com`, and a secure
    /// cookie only over HTTPS.
    private static func isAllowed(_ cookie: HTTPCookie, from url: URL) -> Bool {
        guard let host = url.host?.lowercased(), !cookie.isSecure || isSecure(url) else {
            return false
        }
        guard cookie.domain.hasPrefix(".") else { return cookie.domain == host }
        let domain = cookie.domain.dropFirst()
        if domain == host { return true }
        return domain.contains(".") && !SetCookie.isAddress(host) && host.hasSuffix(cookie.domain)
    }

    static func isSecure(_ url: URL) -> Bool { url.scheme?.lowercased() == "https" }
}

// The cookies to send, by RFC 6265: Linux's storage ignores `Path` and `Secure` (up to Swift 6.3.1).
extension CookieJar {
    /// Returns a request with only those of the platform's cookies that are for its URL.
    func correcting(_ request: URLRequest) -> URLRequest {
        guard isSent, request.httpShouldHandleCookies, let url = request.url,
            let header = request.value(forHTTPHeaderField: "Cookie")
        else { return request }
        let given = (storage.cookies(for: url) ?? []).map(\.pair)
        return Self.request(request, with: cookies(for: url), header) { !given.contains($0) }
    }

    /// Returns the names of the cookies that a request may have from the storage.
    func names(for request: URLRequest) -> [String] {
        request.url.flatMap { storage.cookies(for: $0) }?.map(\.name) ?? []
    }

    /// Returns the request of a redirect with its current cookies.
    ///
    /// It keeps cookies set by hand in the header only for the same origin. The other cookies in
    /// the header have one of these `names`.
    func following(
        _ next: URLRequest, after request: URLRequest, _ names: [String]
    ) -> URLRequest {
        guard isSent, next.httpShouldHandleCookies, let url = next.url, let from = request.url
        else { return next }
        let stored = cookies(for: url)
        let old = names + stored.map(\.name)
        let isSameOrigin = Redirection.isSameOrigin(from, url)
        let header = isSameOrigin ? next.value(forHTTPHeaderField: "Cookie") : nil
        return Self.request(next, with: stored, header ?? "") { pair in
            !old.contains(String(pair.prefix { $0 != "=" }))
        }
    }

    /// Returns how to have a cookie sent that is stored, but not sent with a request; `nil` if there
    /// is none.
    ///
    /// - Parameter isWanted: Returns whether it is about a cookie of that name.
    func remedy(for request: URLRequest, _ isWanted: (String) -> Bool) -> String? {
        guard let url = request.url, let host = url.host?.lowercased() else { return nil }
        let sent = request.value(forHTTPHeaderField: "Cookie")?.split(at: ";").map(\.trimmed) ?? []
        // Those for the host first.
        let cookie = ((storage.cookies(for: url) ?? []) + (storage.cookies ?? []))
            .first { isWanted($0.name) && !$0.isExpired && !sent.contains($0.pair) }
        guard let cookie else { return nil }
        let domain = cookie.domain
        let reason =
            if domain != host, !domain.hasPrefix(".") || !".\(host)".hasSuffix(domain) {
                "it is for the host \(domain)"
            } else if !Self.matches(url.path(percentEncoded: true), cookie.path) {
                "it is for the path \(cookie.path), so set it with Path=/"
            } else if cookie.isSecure, !Self.isSecure(url) {
                "it is Secure, and this is no HTTPS"
            } else {
                "the session or the request lets none be sent"
            }
        return "have the cookie \"\(cookie.name.shortened)\" sent: \(reason)"
    }

    /// Returns the cookies to send to a URL, those with longer paths first (RFC 6265, 5.4).
    private func cookies(for url: URL) -> [HTTPCookie] {
        let path = url.path(percentEncoded: true)
        return (storage.cookies(for: url) ?? [])
            .filter { cookie in
                Self.matches(path, cookie.path) && (!cookie.isSecure || Self.isSecure(url))
                    && !cookie.isExpired
            }
            .ordered(by: \.name).ordered(by: \.created).ordered { -$0.path.count }
    }

    /// Returns a request with cookies, and with those of a header that were set by hand.
    private static func request(
        _ request: URLRequest, with stored: [HTTPCookie], _ header: String,
        isOwn: (String) -> Bool
    ) -> URLRequest {
        var request = request
        let own = header.split(at: ";").map(\.trimmed).filter { !$0.isEmpty && isOwn($0) }
        let pairs = stored.map(\.pair) + own
        request.setValue(
            pairs.isEmpty ? nil : pairs.joined(separator: "; "), forHTTPHeaderField: "Cookie")
        return request
    }

    private static func matches(_ path: String, _ cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }
}

extension HTTPCookie {
    fileprivate var pair: String { "\(name)=\(value)" }
    fileprivate var isExpired: Bool { expiresDate.map { $0 <= Date() } ?? false }

    /// The time of creation; cookies of one response are created in order.
    fileprivate var created: Double {
        properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
    }
}
