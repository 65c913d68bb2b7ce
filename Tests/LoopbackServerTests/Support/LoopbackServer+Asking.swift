import LoopbackServer
import Testing

@testable import TestSupport

extension LoopbackServer {
    /// Runs what a client does on a thread of its own.
    func connect<Result: Sendable>(
        _ work: @escaping @Sendable (Client) throws -> Result
    ) async throws -> Result {
        let port = try #require(port)
        return try await onThread { try work(Client(port: port)) }
    }

    /// Sends a text, ends the sending half, and returns all that comes.
    func exchange(_ text: String) async throws -> String {
        try await connect { client in
            client.send(text)
            client.socket.endSending()
            return client.rest()
        }
    }

    /// Sends a text, and returns the response to it.
    func reply(to text: String, hasBody: Bool = true) async throws -> Client.Reply {
        try await connect { client in
            client.send(text)
            return try client.reply(hasBody: hasBody)
        }
    }

    /// Returns what becomes of a request that a browser's page, or anyone, sends.
    func reply(
        _ line: String = "GET / HTTP/1.1", _ fields: String...
    ) async throws -> Client.Reply {
        try await reply(to: ([line] + fields).joined(separator: "\r\n") + "\r\n\r\n")
    }
}

extension String {
    /// The text of a request.
    static func get(_ path: String = "/") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    }

    /// The summary of the response to a request that is refused, after which its connection ends.
    static func refusal(_ status: String, _ message: String) -> String {
        "\(status) | Connection: close | \(message)\n"
    }
}

/// Makes a server that listens, and answers each request with its method, path, query and body.
func echoServer(
    _ policy: LoopbackServer.OriginPolicy = .sameOrigin,
    _ change: (inout LoopbackServer.Limits) -> Void = { _ in }
) throws -> LoopbackServer {
    try server(policy, change) { request in
        let target = request.path + (request.query.map { "?\($0)" } ?? "")
        let body = String(decoding: request.body, as: UTF8.self)
        return .text("\(request.method) \(target) \(body)")
    }
}

/// Makes a server that listens.
func server(
    _ policy: LoopbackServer.OriginPolicy = .sameOrigin,
    _ change: (inout LoopbackServer.Limits) -> Void = { _ in },
    handler: @escaping LoopbackServer.Handler
) throws -> LoopbackServer {
    var limits = LoopbackServer.Limits()
    // On a busy machine, a client of a test may be slow without meaning to.
    (limits.headTime, limits.idleTime) = (.seconds(600), .seconds(600))
    change(&limits)
    let server = LoopbackServer(policy: policy, limits: limits, handler: handler)
    try server.start()
    return server
}
