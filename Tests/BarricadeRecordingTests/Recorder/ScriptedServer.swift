import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// A server on this machine whose replies are made by a closure.
struct ScriptedServer: Sendable {
    typealias Request = LoopbackServer.Request
    typealias Response = LoopbackServer.Response

    private let server: LoopbackServer
    private let address: URL

    init(answer: @escaping LoopbackServer.Handler) throws {
        server = LoopbackServer(handler: answer)
        try server.start()
        address = try #require(server.url)
    }

    func url(_ path: String) throws -> URL {
        try #require(URL(string: path, relativeTo: address)?.absoluteURL)
    }

    /// The host with its port, as in patterns.
    var host: String { "127.0.0.1:\(address.port ?? 0)" }

    /// Stops it, so that what answers from then on is a recording.
    func stop() async { await server.stop() }
}

extension LoopbackServer.Response {
    static func json(_ text: String, status: HTTP.Status = .ok) -> Self {
        Self(
            status, headers: ["Content-Type": "application/json"], body: .data(Data(text.utf8)))
    }

    /// A reply that no rule of redaction can read.
    static let unreadable = Self(
        headers: ["Content-Type": "application/x-unknown"],
        body: .data(Data([0, 1, 2, 0xFF, 0xFE])))
}

extension Locked<Int> {
    /// Returns 1, then 2, then 3.
    func next() -> Int {
        withLock { count in
            count += 1
            return count
        }
    }
}

extension Barricade {
    /// A barricade in front of a real server, which gets what no set claims.
    static func open(_ sets: ResponseSet...) -> Barricade {
        Barricade(sets) { $0.unmatchedPolicy = .passThrough }
    }

    /// Sends a request in the session of its own; returns the body as text.
    @discardableResult
    func get(_ url: URL, method: String = "GET") async throws -> String {
        try await session.get(url.absoluteString, method: method).text
    }

    /// Sends requests to paths of a server, one after the other; returns the bodies as texts.
    @discardableResult
    func texts(_ paths: [String], of server: ScriptedServer) async throws -> [String] {
        var texts: [String] = []
        for path in paths { texts.append(try await get(try server.url(path))) }
        return texts
    }
}

extension ResponseSet {
    /// The names of the set and of its responses: `GET /a: 200, 404, As Recorded (default)`.
    var outline: String {
        let names = responses.map { $0.name == defaultResponse ? "\($0.name) (default)" : $0.name }
        return "\(name): \(names.joined(separator: ", "))"
    }
}
