import Barricade
package import Foundation

/// A server that recorded sets name in place of the one that was asked.
package struct ServerAlias: Sendable {
    /// The addresses, each with a slash at its end.
    private let server, name: String

    package init(of server: URL, as name: URL) {
        func address(_ url: URL) -> String {
            url.absoluteString.hasSuffix("/") ? url.absoluteString : "\(url.absoluteString)/"
        }
        (self.server, self.name) = (address(server), address(name))
    }

    /// Returns the request as it is sent to the other server.
    func renamed(_ request: BarricadeRequest) -> BarricadeRequest? {
        URL(string: renamed(request.url.absoluteString)).map(request.sent(to:))
    }

    /// Returns header fields whose URLs lead to the other server.
    func renamed(_ headers: HTTP.Headers) -> HTTP.Headers {
        HTTP.Headers(
            headers.fields.map { field in
                ["Location", "Content-Location"].contains(where: field.isNamed)
                    ? .init(field.name, renamed(field.value)) : field
            })
    }

    private func renamed(_ url: String) -> String {
        url.hasPrefix(server) ? name + url.dropFirst(server.count) : url
    }
}
