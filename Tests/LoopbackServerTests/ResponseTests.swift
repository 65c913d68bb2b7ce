import Barricade
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

/// What handlers answer, and how it reaches the client.
@Suite(.timeLimit(.minutes(10))) struct ResponseTests {
    private typealias Response = LoopbackServer.Response

    private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aResponseIsSentWhole() async throws {
        let server = try server { _ in
            Response(
                .notFound, headers: ["X-A": "1", "Date": "today", "x-a": "2"],
                body: .data(Data("no".utf8)))
        }
        let text = try await server.exchange(Self.get)
        #expect(
            text == "HTTP/1.1 404 Not Found\r\nX-A: 1\r\nDate: today\r\nx-a: 2\r\n"
                + "Content-Length: 2\r\nConnection: close\r\n\r\nno")
    }

    @Test func theDateIsThere() async throws {
        let server = try echoServer()
        let text = try await server.exchange(Self.get)
        let pattern = #/\r\nDate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/#
        #expect(text.contains(pattern))
    }

    @Test func theServerFramesTheBody() async throws {
        let server = try server { _ in
            Response(
                headers: [
                    "Content-Length": "99", "Transfer-Encoding": "chunked", "connection": "upgrade",
                    "Upgrade": "h2c", "Keep-Alive": "timeout=5",
                ], body: .data(Data("hello".utf8)))
        }
        let reply = try await server.reply(to: Self.get)
        #expect(reply.fields == ["Content-Length: 5"])
        #expect(reply.body == "hello")
    }

    @Test(arguments: [204, 304]) func someStatusesHaveNoBody(_ status: Int) async throws {
        let server = try server { _ in
            Response(HTTP.Status(status), headers: ["ETag": "a"], body: .data(Data("body".utf8)))
        }
        let replies = try await server.connect { client in
            client.send(Self.get)
            let first = try client.reply(hasBody: false)
            client.send(Self.get)
            return [first, try client.reply(hasBody: false)]
        }
        #expect(replies.map(\.fields) == [["ETag: a"], ["ETag: a"]])
        #expect(replies[1].status == status)
    }

    @Test func headMayStateALength() async throws {
        let server = try server { _ in Response(headers: ["Content-Length": "7000000000"]) }
        let reply = try await server.reply(
            to: "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n", hasBody: false)
        #expect(reply.fields == ["Content-Length: 7000000000"])
    }

    @Test(arguments: [
        (Response(99), "its status is 99"), (Response(600), "its status is 600"),
        (Response(101), "its status is 101"),
        (
            Response(headers: ["X-A": "1\r\nSet-Cookie: stolen"]),
            "the value of header X-A holds a line break or a zero byte"
        ),
        (Response(headers: ["X A": "1"]), "header name \"X A\" is not a token (RFC 9110, 5.6.2)"),
    ])
    func whatCannotBeSentIsSaid(_ response: LoopbackServer.Response, _ reason: String) async throws
    {
        let server = try server { _ in response }
        let reply = try await server.reply(to: Self.get)
        #expect(reply.status == 500)
        #expect(reply.body == "The response cannot be sent: \(reason).\n")
        #expect(!reply.fields.contains { $0.contains("stolen") })
    }

    @Test func aDisconnectionIsNoResponse() async throws {
        let server = try server { _ in .disconnection }
        #expect(try await server.exchange(Self.get) == "")
    }

    @Test func largeBodiesReachClientsThatReadSlowly() async throws {
        let body = Data((0..<6_000_000).map { (index: Int) -> UInt8 in UInt8(index / 7 % 64 + 32) })
        let server = try server { _ in Response(body: .data(body)) }
        let isWhole = try await server.connect { client in
            client.send(Self.get + Self.get)
            return try (0..<2).allSatisfy { _ in
                try client.reply().body == String(decoding: body, as: UTF8.self)
            }
        }
        #expect(isWhole)
    }

    @Test func aHandlerLearnsThatItsClientIsGone() async throws {
        let events = Events<String>()
        let server = try server { _ in
            events.add("asked")
            _ = await withTaskCancellationHandler {
                await events.wait { $0.contains("cancelled") }
            } onCancel: {
                events.add("cancelled")
            }
            return .text("late")
        }
        let socket = try Socket.connect(to: #require(server.port))
        socket.write(Data(Self.get.utf8))
        await events.wait()
        socket.reset()
        await events.wait { $0.contains("cancelled") }
    }

    @Test func otherClientsAreServedWhileAHandlerTakesItsTime() async throws {
        let gate = Events<Void>()
        let server = try server { request in
            if request.path == "/slow" { await gate.wait() }
            return .text(request.path)
        }
        async let slow = server.reply(to: "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let quick = try await server.reply(to: "GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(quick.body == "/quick")
        gate.add(())
        #expect(try await slow.body == "/slow")
    }
}
