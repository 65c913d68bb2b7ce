import Barricade
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The address of the real server: scheme, host, and perhaps the beginning of a path.
struct ServedBase: Sendable {
    /// The address, without a slash at its end.
    let text: String
    private let url: URL
    /// The beginning of all paths; empty if there is none.
    private let path: String

    /// Reads an address.
    ///
    /// - Throws: `invalidDefinition` unless it has a scheme and a host, and at most a path besides.
    init(_ text: String) throws(BarricadeError) {
        var trimmed = text[...]
        while trimmed.hasSuffix("/") { trimmed.removeLast() }
        guard let parts = URLComponents(string: String(trimmed)), let url = parts.url,
            let scheme = parts.scheme?.lowercased(), parts.host?.isEmpty == false,
            // URLSession loads these itself, without a server.
            !["file", "data"].contains(scheme),
            parts.user == nil, parts.query == nil, parts.fragment == nil
        else {
            throw BarricadeError(
                .invalidDefinition,
                """
                "\(text.shortened)" cannot be served: it is not the address of a server.

                To fix: write scheme and host, and the beginning of the paths if all have the same, \
                such as https://api.example.com/v2.
                """)
        }
        self.text = String(trimmed)
        self.url = url
        path = parts.percentEncodedPath
    }

    /// Returns the value of a header field for a client of this server: `Location`,
    /// `Content-Location` and `Link` lead here.
    func served(_ field: HTTP.Headers.Field, from url: URL, at origin: String) -> String {
        let names = ["Location", "Content-Location"]
        if names.contains(where: field.isNamed) {
            return served(field.value, from: url, at: origin)
        }
        guard field.isNamed("Link") else { return field.value }
        let parts = field.value.split(at: "<")
        return parts.dropFirst().reduce(String(parts[0])) { links, part in
            let target = String(part.prefix { $0 != ">" })
            return "\(links)<\(served(target, from: url, at: origin))"
                + part.dropFirst(target.count)
        }
    }

    /// Returns a location for a client of this server.
    ///
    /// A location below the base becomes a URL of this server, so that the client stays here.
    ///
    /// - Parameters:
    ///   - location: The field's value.
    ///   - url: The URL of the request at the real server.
    ///   - origin: This server's origin, as its client knows it.
    func served(_ location: String, from url: URL, at origin: String) -> String {
        guard let target = Location(location).url(from: url),
            Redirection.isSameOrigin(target, self.url),
            let parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else { return location }
        let targetPath = parts.percentEncodedPath
        guard targetPath == path || targetPath.hasPrefix(path + "/") || path.isEmpty else {
            return target.absoluteString
        }
        let rest = targetPath.dropFirst(path.count)
        let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
        let fragment = parts.percentEncodedFragment.map { "#\($0)" } ?? ""
        return "\(origin)\(rest.isEmpty ? "/" : rest)\(query)\(fragment)"
    }
}

extension ServedBase {
    /// Returns the one server that the patterns of sets name.
    ///
    /// - Throws: `invalidDefinition` if they name several.
    static func only(of sets: [ResponseSet]) throws(BarricadeError) -> String {
        var counts: [String: Int] = [:]
        for set in sets {
            for server in set.matcher.written.servers { counts[server, default: 0] += 1 }
        }
        let servers = counts.keys.sorted().sorted {
            counts[$0, default: 0] > counts[$1, default: 0]
        }
        guard servers.count > 1 else { return servers.first ?? Routing.serverUnlessNamed }
        let more = servers.count > 8 ? "\n  and \(servers.count - 8) more" : ""
        throw BarricadeError(
            .invalidDefinition,
            """
            The sets are for \(servers.count) servers, and a port answers for one:
            \(servers.prefix(8).map { "  \($0)" }.joined(separator: "\n"))\(more)

            To fix: name the one to serve as, such as \(servers[0]) (--as on the command line).
            """)
    }
}

extension Clause {
    /// The servers that its patterns name: `https://api.example.com:8443`.
    fileprivate var servers: Set<String> {
        guard let pattern = endpoint?.text, fault == nil else {
            return clauses.reduce(into: []) { $0.formUnion($1.servers) }
        }
        let target = ParsedURL(pattern)
        return target.host.isEmpty || target.host.contains("*") ? [] : [target.origin]
    }
}

/// A protocol that fails every request that passes through a proxy.
///
/// Otherwise every process on this machine could reach any server through the app.
final class ProxyEnd: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let error = BarricadeError(
            .unsupported,
            """
            The barricade lets this request pass through, but as a proxy it reaches no real server.

            To fix: select a canned response for it, or have the client ask the server itself.
            """)
        client?.urlProtocol(self, didFailWithError: error)
    }

    override func stopLoading() {}
}
