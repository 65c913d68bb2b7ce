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
    package func store(_ fields: [String], from request: URLRequest) {
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
