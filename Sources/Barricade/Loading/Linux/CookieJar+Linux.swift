#if !canImport(Darwin)
import Foundation
import FoundationNetworking

// Linux's storage ignores `Path` and `Secure` when it returns the cookies to send (up to Swift
// 6.3.1). This code follows RFC 6265.
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

    /// Returns the cookies to send to a URL, those with longer paths first (RFC 6265, 5.4).
    private func cookies(for url: URL) -> [HTTPCookie] {
        let path = url.path(percentEncoded: true)
        let now = Date()
        return (storage.cookies(for: url) ?? [])
            .filter { cookie in
                Self.matches(path, cookie.path) && (!cookie.isSecure || Self.isSecure(url))
                    && cookie.expiresDate.map { $0 > now } ?? true
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

    /// The time of creation; cookies of one response are created in order.
    fileprivate var created: Double {
        properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
    }
}

extension URLSessionConfiguration {
    /// An ephemeral configuration for a barricade, which removes its URL cache.
    ///
    /// Linux makes a cache with every ephemeral configuration, which takes longer than all else that
    /// a session and a request need.
    static var ephemeralForBarricade: URLSessionConfiguration {
        guard let cookies = CookieStorages.take() else {
            let configuration = ephemeral
            configuration.httpCookieStorage.map(CookieStorages.add)
            return configuration
        }
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = cookies
        configuration.urlCredentialStorage = URLCredentialStorage()
        return configuration
    }
}

/// Cookie storages in memory, to reuse when nothing else refers to them.
///
/// Only an ephemeral configuration can make one.
private enum CookieStorages {
    /// The storages; the last one is tried next.
    private static let storages = Locked<[HTTPCookieStorage]>([])

    static func add(_ storage: HTTPCookieStorage) {
        storages.withLock { if $0.count < 64 { $0.insert(storage, at: 0) } }
    }

    /// Returns an unused storage without cookies; `nil` if there is none.
    static func take() -> HTTPCookieStorage? {
        storages.withLock { storages in
            // It tries only a few, so that many storages in use take no time.
            for _ in 0..<min(8, storages.count) {
                let isFree = isKnownUniquelyReferenced(&storages[storages.count - 1])
                let storage = storages.removeLast()
                if isFree, !storage.isAsNew { continue }
                storages.insert(storage, at: 0)
                if isFree { return storage }
            }
            return nil
        }
    }
}

extension HTTPCookieStorage {
    fileprivate var isAsNew: Bool { cookies?.isEmpty != false && cookieAcceptPolicy == .always }
}
#endif
