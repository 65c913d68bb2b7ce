import Barricade
import Foundation
import LoopbackServer
import Testing

/// A kind of reply that real servers give, and the requests that get it.
struct ReplyKind: Sendable, CustomTestStringConvertible {
    let name: String
    var method = "GET"
    var headers: [String: String] = [:]
    var body: String?
    /// How often it is asked for.
    var count = 1
    /// Whether a session without a barricade never gets it on Linux (up to Swift 6.3.1).
    var hangsAlone = false
    let answer: @Sendable (ScriptedServer.Request, _ number: Int) -> ScriptedServer.Response

    var testDescription: String { name }

    private static func text(
        _ text: String, _ type: String, _ fields: HTTP.Headers = [:]
    ) -> ScriptedServer.Response {
        var headers = fields
        headers["Content-Type"] = type
        return .init(headers: headers, body: .data(Data(text.utf8)))
    }

    private static func pieces(
        _ pieces: [String], _ type: String
    ) -> ScriptedServer.Response {
        .init(
            headers: ["Content-Type": type],
            body: .stream { writer in
                for piece in pieces { try await writer.write(Data(piece.utf8)) }
            })
    }

    /// `{"title":"Fog","text":"compressed"}`.
    private static let gzip =
        "H4sIAAAAAAACA6tWKsksyUlVslJyy09X0lEqSa0oAXKS83MLilKLi1NTlGoByb2s6CMAAAA="

    static let all: [ReplyKind] = [
        ReplyKind(name: "JSON") { _, _ in .json(#"{"b": 1.50, "a": [1e2, "\u00e9", null]}"#) },
        ReplyKind(name: "JSON of another type") { _, _ in
            text(#"{"title": "Not found"}"#, "application/problem+json")
        },
        ReplyKind(name: "page") { _, _ in
            text("<html><body>Fog</body></html>", "text/html; charset=utf-8")
        },
        ReplyKind(name: "image") { _, _ in
            let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2, 255])
            return .init(headers: ["Content-Type": "image/png"], body: .data(png))
        },
        ReplyKind(name: "no content", method: "DELETE") { _, _ in .init(204) },
        ReplyKind(name: "head", method: "HEAD") { _, _ in .json("[1]") },
        ReplyKind(name: "error") { _, _ in .json(#"{"code": 7}"#, status: 500) },
        ReplyKind(name: "unauthorized", hangsAlone: true) { _, _ in
            .init(401, headers: ["WWW-Authenticate": "Basic realm=\"Books\""])
        },
        ReplyKind(name: "upload", method: "POST", body: #"{"title": "Fog"}"#) { request, _ in
            .json(#"{"size": \#(request.body.count)}"#, status: 201)
        },
        ReplyKind(name: "compressed") { _, _ in
            .init(
                headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
                body: .data(Data(base64Encoded: gzip) ?? Data()))
        },
        ReplyKind(name: "chunked") { _, _ in
            pieces(["[1,", "2,", "3]"], "application/json")
        },
        ReplyKind(name: "events") { _, _ in
            pieces(["data: one\n\n", "data: two\n\n"], "text/event-stream")
        },
        ReplyKind(name: "repeated", count: 3) { _, _ in .json("[7]") },
        ReplyKind(name: "changing", count: 4) { _, number in
            number == 2 ? .init(503, headers: ["Retry-After": "1"]) : .json("[\(number / 3)]")
        },
        ReplyKind(name: "redirect", count: 2) { request, _ in
            request.path == "/there"
                ? .json("[9]")
                : .init(302, headers: ["Location": "/there", "Set-Cookie": "theme=dark; Path=/"])
        },
    ]
}
