import Barricade
import Foundation
import LoopbackServer
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One client's request, from its start to the end of its response; cancelled with the last
/// reference.
final class ServedLoad: Sendable {
    private let reply: ServedReply
    private let load: Load

    /// Starts the request.
    init(_ request: URLRequest, _ configuration: URLSessionConfiguration, at barricade: Barricade) {
        reply = ServedReply(to: request, configuration)
        load = Load(for: reply, at: barricade)
        reply.queue.sync(execute: load.begin)
    }

    deinit {
        cancel()
    }

    @Sendable private func cancel() {
        guard reply.cancel() else { return }
        reply.run { [load] in load.stop() }
    }

    /// Waits for the response; its body is sent to the client as it arrives.
    ///
    /// - Throws: The error that ends the load before there is a response.
    func response(to method: HTTP.Method) async throws -> LoopbackServer.Response {
        let head = try await withTaskCancellationHandler {
            try await reply.head()
        } onCancel: {
            cancel()
        }
        let status = HTTP.Status(head.response.statusCode)
        // URLSession has decoded the content encoding of a real server's body.
        let headers = head.fields ?? LiveReply(head.response, Data(), to: method).headers
        if method == .head || status == .noContent || status == .notModified {
            // The server writes no body here, so the body would never be read.
            reply.discardBody()
            return LoopbackServer.Response(status, headers: headers, body: .stream { _ in })
        }
        return LoopbackServer.Response(
            status, headers: headers, body: .stream { try await self.write(to: $0) })
    }

    private func write(to writer: LoopbackServer.BodyWriter) async throws {
        var end: Task<Void, Never>?
        defer { end?.cancel() }
        try await withTaskCancellationHandler {
            while let piece = try await reply.nextPiece() {
                let excess = try await writer.write(piece)
                if excess > 0 {
                    load.explain { $0.explanation(ofExcess: excess) }
                    return cancel()
                }
                // The client has all of it, so the source should end soon too.
                if end == nil, writer.isComplete { end = cancel(after: .seconds(1)) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Cancels the request after a time, unless the returned task is cancelled before.
    private func cancel(after time: Duration) -> Task<Void, Never> {
        Task { if (try? await Task.sleep(for: time)) != nil { cancel() } }
    }
}

extension LoggedRequest {
    fileprivate func explanation(ofExcess bytes: Int) -> String {
        """
        Response "\((response ?? "").shortened)" of set "\((set ?? "").shortened)" has a body that \
        is longer than its Content-Length, by at least \(bytes) bytes, which were not sent.

        To fix: leave Content-Length out of its header fields, since the body sets it.
        """
    }
}

extension URLRequest {
    /// The fields about a connection (RFC 9110, section 7.6.1), and those that URLSession adds.
    private static let excluded: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Makes the request to the real server from a client's request, as an app would send it.
    init(_ request: LoopbackServer.Request, to url: URL) {
        self.init(url: url)
        httpMethod = request.method.rawValue
        if !request.body.isEmpty { httpBody = request.body }
        httpShouldHandleCookies = false
        let named = (request.headers["Connection"] ?? "").lowercased().split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for field in request.headers.fields {
            let name = field.name.lowercased()
            guard !Self.excluded.contains(name), !named.contains(name) else { continue }
            addValue(field.value, forHTTPHeaderField: field.name)
        }
    }
}
