import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

/// What a real server sends beside its reply.
@Suite(.timeLimit(.minutes(20))) struct ServedHopTests {
    /// Starts a server that answers each path with all bytes that a closure returns.
    private static func server(_ bytes: @escaping @Sendable (String) -> Data) throws -> UInt16 {
        let listener = try Socket.listening()
        Thread.detachNewThread {
            while let client = listener.accept() {
                Thread.detachNewThread {
                    let head = client.read() ?? Data()
                    let path = String(decoding: head, as: UTF8.self).split(separator: " ")[1]
                    client.write(bytes(String(path)))
                    client.close()
                }
            }
        }
        return try listener.port()
    }

    private static func text(_ body: String, _ fields: String...) -> Data {
        let head = ["HTTP/1.1 200 OK", "Content-Length: \(body.utf8.count)"] + fields
        return Data((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    @Test func fieldsOfTheConnectionAndEarlyHintsReachNoClient() async throws {
        let port = try Self.server { path in
            path == "/hints"
                ? Data("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8) + Self.text("final")
                : Self.text(
                    "passed", "Connection: X-Hop, close", "X-Hop: 1", "TE: trailers",
                    "Proxy-Connection: close", "X-Kept: 1")
        }
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        let server = try await barricade.serve(as: "http://127.0.0.1:\(port)")
        let hints = try await server.reply("GET /hints")
        #expect((hints.status, hints.body) == (200, "final"))
        let passed = try await server.reply("GET /hop")
        let fields = ["X-Hop", "TE", "Proxy-Connection", "X-Kept"].map { passed[$0] }
        #expect(passed.body == "passed")
        #expect(fields == [nil, nil, nil, "1"])
    }

    @Test func theLengthOfABodyIsKeptUnlessItWasCoded() async throws {
        // "Salt", compressed.
        let gzip = Data([
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x0B, 0x4E,
            0xCC, 0x29, 0x01, 0x00, 0xC9, 0x4F, 0xC9, 0x2F, 0x04, 0x00, 0x00, 0x00,
        ])
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
        let port = try Self.server { path in
            path == "/gzip" ? Data(head.utf8) + gzip : Self.text("Salt")
        }
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        let server = try await barricade.serve(as: "http://127.0.0.1:\(port)")
        for (path, length) in [("/text", "4"), ("/gzip", nil)] {
            let reply = try await server.reply("GET \(path)")
            #expect(reply.body == "Salt")
            #expect(reply["Content-Length"] == length)
        }
    }
}
