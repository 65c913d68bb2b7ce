#if !canImport(Darwin)
import Foundation
import FoundationNetworking

// Linux's storage ignores any `Path` and `Secure` when it is asked what to send (up to Swift 6.3.1).
// Here they count as RFC 6265 has them.
extension CookieJar {
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
}

extension HTTPCookie {
    fileprivate var pair: String { "\(name)=\(value)" }

    /// When it was made; cookies of one response are made in their order.
    fileprivate var created: Double {
        properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
    }
}
#endif
