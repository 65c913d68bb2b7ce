import BarricadeSurfaces
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// A barricade with its panel, and a client that asks it over HTTP.
struct PanelVisit: Sendable {
    /// What came back.
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let data: Data

        /// The body as JSON; `nil` if it is none.
        // Not a decoder, which throws several errors for each text, and the tests trace each error.
        var json: JSONValue? { try? JSONReader.read(data) }
        /// The message of a problem.
        var detail: String? { json?["detail"]?.string }
        /// The code of a problem.
        var code: String? { json?["code"]?.string }
        var nearest: [JSONValue]? { json?["nearest"]?.array }
        /// The status and, of a problem, its code and its message.
        var summary: String {
            guard let code, let detail else { return "\(status)" }
            return "\(status) \(code): \(detail)"
        }
    }

    let barricade: Barricade
    let panel: Panel
    /// The session of the app.
    let session: URLSession

    /// - Parameter port: The port of the panel; one from ``QuietPort`` for a panel that returns.
    init(
        to barricade: Barricade = .shop, port: UInt16 = 0,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        self.barricade = barricade
        panel = try barricade.makePanel(port: port, clock: clock)
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.timeoutIntervalForRequest = 3_600
        session = URLSession(configuration: configuration)
    }

    var token: String { String((panel.url.fragment ?? "").dropFirst("token=".count)) }

    /// Asks the API: `ask(#"PATCH /sets/Login {"mode": "live"}"#)`.
    ///
    /// Not by `URLSession`, which on Linux keeps a core busy while it waits for a reply.
    ///
    /// - Parameter fields: Fields in place of those that it needs.
    func ask(
        _ call: String, fields: [String: String?] = [:]
    ) async throws -> Answer {
        let words = call.split(separator: " ", maxSplits: 2)
        let host = "127.0.0.1:\(panel.port)"
        // A URL is what escapes a path as clients do.
        let url = try URL("http://\(host)/api/v1\(words[1])")
        let target = url.absoluteString.dropFirst("http://\(host)".count)
        let body = words.count > 2 ? String(words[2]) : ""
        var all =
            [
                "Host": host, "Authorization": "Bearer \(token)",
                "Content-Type": "application/json", "Content-Length": "\(body.utf8.count)",
            ] as [String: String?]
        all.merge(fields) { $1 }
        let lines = all.compactMap { name, value in value.map { "\(name): \($0)" } }
        let reply = try await send(
            ["\(words[0]) \(target) HTTP/1.1"] + lines, body, hasBody: words[0] != "HEAD")
        let headers = reply.fields.map { field in
            let parts = field.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        return Answer(
            status: reply.status, headers: Dictionary(headers) { $1 }, data: reply.data)
    }

    /// The text of a request to the API.
    func request(_ method: String, _ path: String, _ body: String = "") -> String {
        """
        \(method) /api/v1\(path) HTTP/1.1\r
        Host: 127.0.0.1:\(panel.port)\r
        Authorization: Bearer \(token)\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    /// Sends a request with just these fields, as no client would.
    func raw(
        _ line: String, _ fields: String..., host: String = "Host: 127.0.0.1", body: String = ""
    ) async throws -> Client.Reply {
        // A page's origin is compared with the host, with its port.
        let host = host == "Host: 127.0.0.1" ? "\(host):\(panel.port)" : host
        return try await send([line, host] + fields, body)
    }

    private func send(
        _ lines: [String], _ body: String, hasBody: Bool = true
    ) async throws -> Client.Reply {
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + body
        return try await onThread {
            let client = try Client(port: panel.port)
            client.send(text)
            return try client.reply(hasBody: hasBody)
        }
    }

    /// Sends a request of the app; returns the status, or 0 if it failed.
    @discardableResult
    func load(
        _ path: String, method: String = "GET", body: String? = nil,
        type: String = "application/json"
    ) async -> Int {
        guard let url = URL(string: api + path) else { return 0 }
        var request = URLRequest(url: url, timeoutInterval: 3_600)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        if body != nil { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let response = try? await session.data(for: request).1
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    }

    /// Makes a request of the app to "Login" wait.
    func holdLogin() async throws -> Task<Int, Never> {
        let held = try barricade.hold("Login")
        let task = Task { await load("/login", method: "POST") }
        try await held.waitForRequest(timeout: .seconds(300))
        return task
    }
}
