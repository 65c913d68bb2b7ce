import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// A server whose replies can be changed while it runs.
final class ChangingService: Sendable {
    /// The replies by path.
    private let replies: Locked<[String: Change.Reply]>
    private let requests = Locked<[LoopbackServer.Request]>([])
    private let server: ScriptedServer
    let url: URL

    init(_ replies: [String: Change.Reply] = [:]) throws {
        let (replies, requests) = (Locked(replies), requests)
        server = try ScriptedServer { request in
            requests.withLock { $0.append(request) }
            guard let reply = replies.withLock({ $0[request.path] }) else {
                return .text("Not found", status: 404)
            }
            var headers: HTTP.Headers = [:]
            headers["Content-Type"] = reply.contentType
            if (300..<400).contains(reply.status) { headers["Location"] = "/elsewhere" }
            return LoopbackServer.Response(
                HTTP.Status(reply.status), headers: headers,
                body: .data(Data(reply.body.utf8)))
        }
        self.replies = replies
        url = try server.url("/")
    }

    subscript(path: String) -> Change.Reply? {
        get { replies.withLock { $0[path] } }
        set { replies.withLock { $0[path] = newValue } }
    }

    /// The requests that have come, in order.
    var received: [LoopbackServer.Request] { requests.current }

    /// Their paths and queries: `/books?page=2`.
    var targets: [String] {
        received.map { $0.path + ($0.query.map { "?\($0)" } ?? "") }
    }

    /// Sends a request to it through a barricade.
    @discardableResult
    func get(
        _ path: String, through barricade: Barricade, method: String = "GET"
    ) async throws -> String {
        try await barricade.get(try server.url(path), method: method)
    }
}
