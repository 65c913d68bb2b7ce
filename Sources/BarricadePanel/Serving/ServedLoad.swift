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
    private static let part = "the client got a part of the body"

    /// Starts the request.
    init(
        _ request: URLRequest, _ headers: HTTP.Headers, _ configuration: URLSessionConfiguration,
        at barricade: Barricade, after errors: RecentErrors
    ) {
        reply = ServedReply(to: request, headers, configuration, after: errors)
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
        // URLSession has decoded the content encoding of a real server's body, which has no known
        // length then.
        var headers =
            head.canned?.fields ?? LiveReply(head.response, Data(), to: method).headers.endToEnd
        let length = head.response.expectedContentLength
        if head.canned == nil, method != .head, length >= 0,
            head.response.value(forHTTPHeaderField: "Content-Encoding") == nil
        {
            headers.append("Content-Length", "\(length)")
        }
        // What a browser keeps would come in place of what is selected later.
        if !(head.canned?.own ?? headers).limitKeeping(of: status) {
            headers.append("Cache-Control", "no-store")
        }
        if method == .head || status == .noContent || status == .notModified {
            // The server writes no body here, so the body would never be read.
            reply.discardBody()
            return LoopbackServer.Response(status, headers: headers, body: .stream { _ in })
        }
        let whole = headers["Content-Length"].flatMap { Int($0) }.flatMap(reply.wholeBody)
        var response = LoopbackServer.Response(
            status, headers: headers,
            body: whole.map { .data($0) } ?? .stream { try await self.write(to: $0) })
        response.onLoss = { [load] in load.note(Self.part) }
        return response
    }

    private func write(to writer: LoopbackServer.BodyWriter) async throws {
        var end: Task<Void, Never>?
        reply.onSlowReader { [self] in
            load.note(Self.part) { _ in ServedReply.slowReader }
            cancel()
            writer.close()
        }
        defer {
            end?.cancel()
            // The server may have closed the connection before.
            reply.checkReader()
            reply.onSlowReader(nil)
        }
        try await withTaskCancellationHandler {
            while let piece = try await reply.nextPiece() {
                let excess = try await writer.write(piece)
                if excess > 0 {
                    load.note(Self.part) { $0.explanation(ofExcess: excess) }
                    return cancel()
                }
                // The client has all of it, so the source should end soon too.
                if end == nil, writer.isComplete { end = cancel(after: .seconds(1)) }
            }
        } onCancel: {
            reply.checkReader()
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

extension HTTP.Headers {
    /// The fields about one connection (RFC 9110, section 7.6.1).
    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The fields that are passed on, in both directions.
    fileprivate var endToEnd: HTTP.Headers {
        let named = values(of: "Connection").flatMap { $0.lowercased().split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let excluded = Self.ofConnection.union(named)
        return HTTP.Headers(fields.filter { !excluded.contains($0.name.lowercased()) })
    }

    /// Returns whether they say how long a client may keep a response with this status, or how it
    /// asks for a newer one.
    ///
    /// Some responses are kept for ever if they do not say how long, such as permanent redirects.
    fileprivate func limitKeeping(of status: HTTP.Status) -> Bool {
        let isKeptForEver = [300, 301, 308, 410].contains(status.rawValue)
        let names =
            ["Cache-Control", "Expires"] + (isKeptForEver ? [] : ["ETag", "Last-Modified"])
        return fields.contains { names.contains(where: $0.isNamed) }
    }
}

extension URLRequest {
    /// The fields that URLSession adds.
    private static let added: Set<String> = [
        "accept-encoding", "content-length", "expect", "host",
    ]

    /// Makes the request to the real server from a client's request, as an app would send it.
    init(_ request: LoopbackServer.Request, to url: URL) {
        self.init(url: url)
        httpMethod = request.method.rawValue
        if !request.body.isEmpty { httpBody = request.body }
        httpShouldHandleCookies = false
        for field in request.headers.endToEnd.fields
        where !Self.added.contains(field.name.lowercased()) {
            addValue(field.value, forHTTPHeaderField: field.name)
        }
    }
}
