import Barricade
import BarricadeCommon
import BarricadeFolder
import Foundation
import LoopbackServer

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The responses of a barricade to the clients of a server.
///
/// Each request is a load, as an app's is, whose client is the connection.
final class ServedAnswers: Sendable {
    /// Retained while the server exists.
    private let barricade: Barricade
    private let base: ServedBase
    /// The configuration of sessions for what passes through.
    private let configuration = URLSessionConfiguration.relaying()
    /// The same for clients that use the server as their proxy.
    private let proxyConfiguration = URLSessionConfiguration.relaying()
    private let errors = RecentErrors()
    /// The port, to recognize absolute URLs that name this server itself.
    private let port = Locked<UInt16>(0)

    init(_ barricade: Barricade, _ base: ServedBase) {
        self.barricade = barricade
        self.base = base
        proxyConfiguration.protocolClasses = [ProxyEnd.self]
    }

    func listen(on port: UInt16) {
        self.port.withLock { $0 = port }
    }

    /// Sends a client's request to the barricade, and returns the response.
    func response(to request: LoopbackServer.Request) async -> LoopbackServer.Response {
        if request.path == "*" { return LoopbackServer.Response() }
        let port = port.withLock { $0 }
        let isProxied =
            request.isProxied
            && !["127.0.0.1", "localhost", "[::1]"]
                .contains { "\($0):\(port)" == request.authority.lowercased() }
        let target = (request.path + (request.query.map { "?\($0)" } ?? "")).escapedForURL
        let start = isProxied ? "http://\(request.authority)" : base.text
        guard let url = URL(string: start + target) else {
            return .text("The target of the request is not a URL.\n", status: .badRequest)
        }
        let sent = URLRequest(request, to: url)
        if request.isPreflight, !isClaimedAsOptions(sent) {
            return LoopbackServer.Response(.noContent)
        }
        let load = ServedLoad(
            sent, request.headers, isProxied ? proxyConfiguration : configuration, at: barricade,
            after: errors)
        do {
            var response = try await load.response(to: request.method)
            if !isProxied {
                let origin = "http://\(request.headers["Host"] ?? "127.0.0.1:\(port)")"
                let headers = HTTP.Headers(
                    response.headers.fields.map { field in
                        .init(field.name, base.served(field, from: url, at: origin))
                    })
                response.headers = headers.withCookiesForLoopback
            }
            return response
        } catch {
            // Any other error than a barricade's is the client's too.
            guard let fault = BarricadeError(error) else { return .brokenConnection }
            return .text(fault.message + "\n", status: fault.servedStatus)
        }
    }
}

extension ServedAnswers {
    /// Whether a set for OPTIONS claims a request; one for any method leaves it to the server.
    private func isClaimedAsOptions(_ request: URLRequest) -> Bool {
        let claimant = BarricadeRequest(request).flatMap(barricade.responseSet(claiming:))
        return claimant?.matcher.written.method == .options
    }
}

extension Clause {
    /// The method that it wants; `nil` if it leaves that to others.
    fileprivate var method: HTTP.Method? {
        (self as? MethodClause)?.method ?? endpoint?.method
            ?? clauses.lazy.compactMap(\.method).first
    }
}

extension String {
    /// The bytes that a path and a query may hold, and `%`.
    private static let legal = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "%"))

    /// The text with a percent-encoding of illegal bytes, and of each `%` without two digits; one
    /// of them would make Foundation encode every `%`.
    fileprivate var escapedForURL: String {
        // Most targets need none.
        if utf8.allSatisfy({ $0.isTokenByte || "/?&=.~".utf8.contains($0) }) { return self }
        let parts = split(separator: "%", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { part in
            (UInt8(hexadecimal: Array(part.utf8.prefix(2))[...]) == nil ? "%25" : "%") + part
        }
        let text = ([String(parts[0])] + rest).joined()
        return text.addingPercentEncoding(withAllowedCharacters: Self.legal) ?? text
    }
}

extension HTTP.Headers {
    /// The same fields, with cookies that a client stores for `http://127.0.0.1`: without `Domain`,
    /// `Secure`, and `SameSite=None`, which needs `Secure` (RFC 6265bis, section 5.7).
    ///
    /// `__Host-…` and `__Secure-…` cookies are unchanged: no client stores them without `Secure`.
    fileprivate var withCookiesForLoopback: HTTP.Headers {
        HTTP.Headers(
            fields.map { field in
                let value = field.value.lowercased()
                guard field.isNamed("Set-Cookie"),
                    !value.hasPrefix("__host-"), !value.hasPrefix("__secure-")
                else { return field }
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
