import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session's cookies, stored for it where the loading system does not: no platform stores those of
/// a response that a URLProtocol gives.
///
/// Linux needs more. There the storage ignores any `Path` and `Secure` when it is asked what to send
/// (up to Swift 6.3.1). Here they count as RFC 6265 has them.
struct CookieJar: Sendable {
    private let storage: HTTPCookieStorage
    private let policy: HTTPCookie.AcceptPolicy
    /// Whether requests are given cookies from the storage.
    private let isSent: Bool

    /// Opens the storage of a session; `nil` where it has none.
    init?(_ configuration: URLSessionConfiguration?) {
        guard let configuration, let storage = configuration.httpCookieStorage else { return nil }
        self.storage = storage
        policy = configuration.httpCookieAcceptPolicy
        isSent = configuration.httpShouldSetCookies
    }

    // MARK: Storing

    /// Stores the cookies of a response, from the values of its `Set-Cookie` fields.
    func store(_ fields: [String], from request: URLRequest) {
        guard !fields.isEmpty, !Task.isCancelled, request.httpShouldHandleCookies,
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

    /// Whether a server may set a cookie: for its own domain, not for all of `.com`, and one that
    /// is for secure connections through such a one only.
    private static func isAllowed(_ cookie: HTTPCookie, from url: URL) -> Bool {
        guard let host = url.host?.lowercased(), !cookie.isSecure || isSecure(url) else {
            return false
        }
        guard cookie.domain.hasPrefix(".") else { return cookie.domain == host }
        let domain = cookie.domain.dropFirst()
        if domain == host { return true }
        return domain.contains(".") && !SetCookie.isAddress(host) && host.hasSuffix(cookie.domain)
    }

    private static func isSecure(_ url: URL) -> Bool { url.scheme?.lowercased() == "https" }

    #if !canImport(Darwin)
    // MARK: Sending

    /// Returns a request with the cookies that are for its URL, of those the platform gave it.
    func correcting(_ request: URLRequest) -> URLRequest {
        guard isSent, request.httpShouldHandleCookies, let url = request.url,
            let header = request.value(forHTTPHeaderField: "Cookie")
        else { return request }
        let given = Set((storage.cookies(for: url) ?? []).map(\.pair))
        let own = Self.pairs(of: header).filter { !given.contains($0) }
        return Self.request(request, with: cookies(for: url).map(\.pair) + own)
    }

    /// The names of the cookies that a request may have from the storage.
    func names(for request: URLRequest) -> Set<String> {
        Set(request.url.flatMap { storage.cookies(for: $0) }?.map(\.name) ?? [])
    }

    /// Returns the request that a redirect leads to with the cookies for it as they are now.
    ///
    /// What was put into the header by hand goes along to the same origin; `names` are those of
    /// the cookies that were not.
    func following(
        _ next: URLRequest, after request: URLRequest, _ names: Set<String>
    ) -> URLRequest {
        guard isSent, next.httpShouldHandleCookies, let url = next.url, let from = request.url
        else { return next }
        let stored = cookies(for: url)
        let old = names.union(stored.map(\.name))
        let isSameOrigin = Redirection.isSameOrigin(from, url)
        let header = isSameOrigin ? next.value(forHTTPHeaderField: "Cookie") : nil
        let own = Self.pairs(of: header ?? "").filter { pair in
            !old.contains(String(pair.prefix { $0 != "=" }))
        }
        return Self.request(next, with: stored.map(\.pair) + own)
    }

    /// The cookies to send to a URL, those of longer paths first (RFC 6265, 5.4).
    private func cookies(for url: URL) -> [HTTPCookie] {
        let path = url.path(percentEncoded: true)
        let now = Date()
        return (storage.cookies(for: url) ?? [])
            .filter { cookie in
                Self.matches(path, cookie.path) && (!cookie.isSecure || Self.isSecure(url))
                    && cookie.expiresDate.map { $0 > now } ?? true
            }
            .sorted {
                ($1.path.count, $0.created, $0.name) < ($0.path.count, $1.created, $1.name)
            }
    }

    private static func request(_ request: URLRequest, with pairs: [String]) -> URLRequest {
        var request = request
        let header = pairs.isEmpty ? nil : pairs.joined(separator: "; ")
        request.setValue(header, forHTTPHeaderField: "Cookie")
        return request
    }

    private static func pairs(of header: String) -> [String] {
        header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    private static func matches(_ path: String, _ cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }
    #endif
}

#if !canImport(Darwin)
extension HTTPCookie {
    fileprivate var pair: String { "\(name)=\(value)" }

    /// When it was made; cookies of one response are made in their order.
    fileprivate var created: Double {
        properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
    }
}
#endif
