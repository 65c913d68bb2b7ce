import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension Barricade {
    /// Serves it as the server that the sets of tests are for.
    func served() async throws -> BarricadeServer { try await serve(as: api) }
}

extension BarricadeServer {
    /// Runs what a client does on a thread of its own.
    func connect<Result: Sendable>(
        _ work: @escaping @Sendable (Client) throws -> Result
    ) async throws -> Result {
        let port = port
        return try await onThread { try work(Client(port: port)) }
    }

    /// Returns the response to a request: its line, its fields, and its body.
    func reply(
        _ line: String, _ fields: String..., body: String = ""
    ) async throws -> Client.Reply {
        let text = request(line, fields, body)
        let hasBody = !line.hasPrefix("HEAD ")
        return try await connect { client in
            client.send(text)
            return try client.reply(hasBody: hasBody)
        }
    }

    /// Returns all that comes before the server closes the connection.
    func rest(after line: String, _ fields: String...) async throws -> String {
        let text = request(line, fields, "")
        return try await connect { client in
            client.send(text)
            return client.rest()
        }
    }

    /// The text of a request, with a `Host` field unless there is one.
    func request(_ line: String, _ fields: [String] = [], _ body: String = "") -> String {
        var lines = ["\(line) HTTP/1.1"] + fields
        if !fields.contains(where: { $0.hasPrefix("Host:") }) {
            lines.append("Host: 127.0.0.1:\(port)")
        }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}
