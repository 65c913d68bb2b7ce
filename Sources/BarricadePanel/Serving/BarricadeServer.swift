public import Barricade
public import Foundation
import LoopbackServer

/// A server on this machine that sends its barricade's responses.
///
/// Make one with `barricade.serve(port:as:allowing:)`. It retains the barricade, and stops with its
/// last reference. On iOS, tvOS and visionOS it stops while the app is in the background; when the
/// app returns, the server has the same address.
public final class BarricadeServer: Sendable {
    /// The port on which it listens.
    public let port: UInt16
    /// Its address, `http://127.0.0.1` with the port, to use instead of the real server's.
    public let url: URL

    package let openPort: OpenPort

    init(
        _ barricade: Barricade, port: UInt16, as base: String?, allowing origins: Set<String>
    ) throws(BarricadeError) {
        let base = if let base { base } else { try ServedBase.only(of: barricade.sets) }
        if barricade.isDisabled {
            throw BarricadeError(
                .unsupported,
                """
                This barricade is disabled, so it opens no port for \(base.shortened).

                To fix: ask that server itself, or leave out -barricade.disabled and the condition \
                BARRICADE_DISABLED.
                """)
        }
        let servedBase = try ServedBase(base)
        for origin in origins { try Self.check(origin: origin) }
        let answers = ServedAnswers(barricade, servedBase)
        let server = LoopbackServer(policy: .allowing(origins), limits: .ofServing) {
            await answers.response(to: $0)
        }
        openPort = try OpenPort(of: server, port, report: barricade.report)
        self.port = openPort.number
        answers.listen(on: self.port)
        guard let url = server.url else {
            throw BarricadeError(.cannotListen, "The system has closed the port at once.")
        }
        self.url = url
    }

    /// Closes all connections, which cancels their requests; returns when the port is free again.
    public func stop() async {
        await openPort.close()
    }
}

extension LoopbackServer.Limits {
    /// The limits for clients such as apps and browsers.
    fileprivate static var ofServing: LoopbackServer.Limits {
        var limits = LoopbackServer.Limits()
        limits.connections = 256
        // Apps upload photos.
        limits.body = 64 * 1_024 * 1_024
        limits.bodies = 2 * limits.body
        limits.servesHalfClosed = false
        return limits
    }
}

extension Barricade {
    /// Serves this barricade's responses on a local port, for clients that `URLProtocol` cannot
    /// intercept: web views, background sessions, other processes.
    ///
    /// ```swift
    /// let server = try await barricade.serve(port: 8123, as: "https://api.example.com")
    /// ```
    ///
    /// `GET http://127.0.0.1:8123/v1/books` is then matched, answered and logged as
    /// `GET https://api.example.com/v1/books`. A selected error breaks the connection off, and an
    /// error in the middle of a body cuts it. A request that no set claims gets status 501 and a message with
    /// the reason, unless `unmatchedPolicy` lets it pass through.
    ///
    /// Every process on this machine can use the port; pages of other origins only if allowed. As
    /// an HTTP proxy for `http` URLs, it matches those URLs unchanged, and reaches no real server.
    ///
    /// - Parameters:
    ///   - port: The port; 0 means any free port.
    ///   - base: The real server's scheme and host, perhaps with the beginning of its paths; `nil`,
    ///     the default, means the one server that the sets' patterns name, or `http://localhost` if
    ///     they name none.
    ///   - origins: The origins of pages that may send requests, such as `http://localhost:3000`,
    ///     or `null` for a page from a file.
    /// - Returns: The server; it stops with its last reference.
    /// - Throws: `BarricadeError.Code.cannotListen` if the process cannot listen on the
    ///   port, `BarricadeError.Code.invalidDefinition` if `base` or an origin cannot be
    ///   read, or if the sets name several servers and `base` none, and `BarricadeError.Code.unsupported` if the barricade is disabled.
    public func serve(
        port: UInt16 = 0, as base: String? = nil, allowing origins: Set<String> = []
    ) async throws(BarricadeError) -> BarricadeServer {
        try BarricadeServer(self, port: port, as: base, allowing: origins)
    }
}

extension BarricadeServer {
    /// Throws an error if no browser sends such an origin of a page (RFC 6454, section 7).
    private static func check(origin text: String) throws(BarricadeError) {
        guard text != "null" else { return }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme,
            let host = parts.percentEncodedHost, !host.isEmpty, !host.contains("*"),
            parts.port == nil || parts.port != ["http": 80, "https": 443][scheme],
            text == "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")".lowercased()
        else {
            throw BarricadeError(
                .invalidDefinition,
                """
                "\(text.shortened)" is not the origin of a page, so it cannot be allowed.

                To fix: write scheme and host in lower case, and the port unless it is the usual \
                one, such as http://localhost:3000, or null for a page from a file.
                """)
        }
    }
}
