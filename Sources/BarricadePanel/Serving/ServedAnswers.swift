import Barricade
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answers of a barricade to the clients of a server.
///
/// Each request is sent over a session of its own that the barricade stands before, so that there is
/// one way of answering, and one slow client holds up no other.
final class ServedAnswers: Sendable {
    /// Kept for as long as there is a server.
    private let barricade: Barricade
    private let base: ServedBase
    private let headers = DecidedHeaders()
    private let configuration: URLSessionConfiguration
    /// The configuration for clients that take the server for their proxy.
    private let proxyConfiguration: URLSessionConfiguration
    private let ownAuthorities = Locked<Set<String>>([])

    init(_ barricade: Barricade, _ base: ServedBase) {
        self.barricade = barricade
        self.base = base
        configuration = .serving()
        barricade.install(in: configuration, keeping: headers)
        proxyConfiguration = .serving()
        proxyConfiguration.protocolClasses = [ProxyEnd.self]
        barricade.install(in: proxyConfiguration, keeping: headers)
    }

    /// Notes the port, by which a client may name the server itself in a whole URL.
    func listen(on port: UInt16) {
        let names = ["127.0.0.1", "localhost", "[::1]"]
        ownAuthorities.withLock { $0 = Set(names.map { "\($0):\(port)" }) }
    }

    /// Sends a client's request to the barricade, and returns what to answer.
    func response(to request: LoopbackServer.Request) async -> LoopbackServer.Response {
        let isProxied =
            request.isProxied
            && !ownAuthorities.withLock { $0.contains(request.authority.lowercased()) }
        let target = request.path + (request.query.map { "?\($0)" } ?? "")
        let url =
            isProxied ? URL(string: "http://\(request.authority)\(target)") : base.url(of: target)
        guard request.path != "*", let url else {
            return .text("The target of the request is not a URL.\n", status: .badRequest)
        }
        let load = ServedLoad(
            URLRequest(request, to: url), isProxied ? proxyConfiguration : configuration, headers)
        do {
            var response = try await load.response(to: request.method)
            if !isProxied {
                if let location = response.headers["Location"] {
                    response.headers["Location"] = base.served(
                        location, from: url, at: "http://\(request.authority)")
                }
                response.headers = response.headers.withCookiesForLoopback
            }
            return response
        } catch {
            return .fault(error)
        }
    }
}

extension URLSessionConfiguration {
    /// Makes the configuration of sessions that change nothing in requests and responses.
    fileprivate static func serving() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The client has its own patience; a request may be held, and a stream silent, for long.
        configuration.timeoutIntervalForRequest = 24 * 60 * 60
        return configuration
    }
}

extension HTTP.Headers {
    /// The same fields, with cookies that a client keeps for `http://127.0.0.1`: without `Domain` and
    /// `Secure`, and without `SameSite=None`, which needs `Secure` (RFC 6265bis, section 5.7).
    ///
    /// A cookie that is named `__Host-…` or `__Secure-…` is kept by nobody without `Secure`.
    fileprivate var withCookiesForLoopback: HTTP.Headers {
        HTTP.Headers(
            fields.map { field in
                guard field.isNamed("Set-Cookie"), !field.value.hasPrefix("__") else {
                    return field
                }
                let parts = field.value.split(separator: ";", omittingEmptySubsequences: false)
                let kept = parts.dropFirst().filter { part in
                    let attribute = part.lowercased().filter { $0 != " " }
                    return attribute != "secure" && attribute != "samesite=none"
                        && !attribute.hasPrefix("domain=")
                }
                return Field(field.name, (parts.prefix(1) + kept).joined(separator: ";"))
            })
    }
}

extension LoopbackServer.Response {
    /// Returns what a client gets instead of a response: an explanation of what the barricade cannot
    /// answer, or for any other error a cut connection.
    fileprivate static func fault(_ error: any Error) -> LoopbackServer.Response {
        guard let fault = BarricadeError(error) else { return .disconnection }
        let isUnmatched = fault.code == .unmatchedRequest || fault.code == .unsupported
        return .text(
            fault.message + "\n", status: isUnmatched ? 501 : .internalServerError)
    }
}
