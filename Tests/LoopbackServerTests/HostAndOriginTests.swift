import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Who is served: names of this machine, and the server's own pages.
@Suite(.timeLimit(.minutes(10))) struct HostAndOriginTests {
    static let loopbackHosts = [
        "127.0.0.1", "localhost", "[::1]", "127.0.0.1:80", "localhost:8123", "[::1]:8123",
    ]

    @Test(arguments: loopbackHosts) func namesOfThisMachineAreServed(_ host: String) async throws {
        let server = try echoServer()
        let reply = try await server.reply("GET /a?b HTTP/1.1", "Host: \(host)")
        #expect(reply.status == 200)
        #expect(reply.body == "GET /a?b ")
    }

    static let otherHosts = [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2", "0.0.0.0",
        "LOCALHOST", "localhost.", "127.1", "2130706433", "0x7f.1", "[::]", "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]", "[::1%25lo]", "evil.example:8123", "192.168.0.1",
    ]

    @Test(arguments: otherHosts) func otherNamesAreMisdirected(_ host: String) async throws {
        let server = try echoServer()
        let reply = try await server.reply("GET / HTTP/1.1", "Host: \(host)")
        #expect(reply.status == 421)
        #expect(reply.reason == "Misdirected Request")
        #expect(reply.body == "The host of the request is not 127.0.0.1, localhost or [::1].\n")
        #expect(reply["Connection"] == "close")
    }

    static let unreadableHosts = [
        [], ["Host: "], ["Host: localhost", "Host: localhost"],
        ["Host: localhost", "host: evil.example"], ["Host: localhost,evil.example:1:2"],
        ["Host: localhost/"], ["Host: user@localhost"], ["Host: localhost:" + "1234567"],
        ["Host: localhost:+80"], ["Host: localhost:8a"], ["Host: [::1"], ["Host: [::1]x"],
        ["Host: local host"], ["Host: localhost\u{301}"], ["Host: localhost#"],
    ]

    @Test(arguments: unreadableHosts) func exactlyOneHostIsNeeded(_ fields: [String]) async throws {
        let server = try echoServer()
        let text = (["GET / HTTP/1.1"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
        let reply = try await server.reply(to: text)
        #expect(reply.status == 400)
        #expect(reply.body == "A request needs exactly one Host field, with a host.\n")
    }

    @Test(arguments: [
        ["Origin: http://127.0.0.1:8123"], ["Sec-Fetch-Site: same-origin"],
        ["Sec-Fetch-Site: none"],
        ["Origin: http://127.0.0.1:8123", "Sec-Fetch-Site: same-origin"],
    ])
    func theServersOwnPagesAreServed(_ fields: [String]) async throws {
        let server = try echoServer()
        let lines = ["PATCH /api HTTP/1.1", "Host: 127.0.0.1:8123"] + fields
        let reply = try await server.reply(to: lines.joined(separator: "\r\n") + "\r\n\r\n")
        #expect(reply.status == 200)
        #expect(!reply.fields.contains { $0.lowercased().hasPrefix("access-control") })
    }

    @Test(arguments: [
        "null", "http://127.0.0.1", "http://127.0.0.1:8124", "http://localhost:8123",
        "https://127.0.0.1:8123", "http://evil.example", "http://127.0.0.1:8123.evil.example",
        "HTTP://127.0.0.1:8123", "",
    ])
    func otherOriginsAreForbidden(_ origin: String) async throws {
        let server = try echoServer()
        let reply = try await server.reply(
            "GET / HTTP/1.1", "Host: 127.0.0.1:8123", "Origin: \(origin)")
        #expect(reply.status == 403)
        #expect(reply.body == "The origin of the request is not allowed here.\n")
        #expect(!reply.fields.contains { $0.lowercased().hasPrefix("access-control") })
    }

    @Test func anotherOriginIsNotHiddenBehindTheFirst() async throws {
        let server = try echoServer()
        let reply = try await server.reply(
            "GET / HTTP/1.1", "Host: 127.0.0.1", "Origin: http://127.0.0.1",
            "Origin: http://127.0.0.1")
        #expect(reply.status == 403)
    }

    @Test(arguments: ["cross-site", "same-site", "", "Same-Origin"])
    func otherSitesAreForbidden(_ site: String) async throws {
        let server = try echoServer()
        let reply = try await server.reply(
            "GET / HTTP/1.1", "Host: 127.0.0.1", "Sec-Fetch-Site: \(site)")
        #expect(reply.status == 403)
        #expect(reply.body == "Pages of other sites must not ask this server.\n")
    }

    @Test func aHandlerCannotAllowOtherOrigins() async throws {
        let server = try server { _ in
            LoopbackServer.Response(
                headers: ["Access-Control-Allow-Origin": "*", "access-control-max-age": "9"])
        }
        let reply = try await server.reply("GET / HTTP/1.1", "Host: localhost")
        #expect(reply.status == 200)
        #expect(reply.fields == ["Content-Length: 0"])
    }

    @Test func absoluteTargetsNeedAPolicyThatAllowsThem() async throws {
        let server = try echoServer()
        let own = try await server.reply("GET http://localhost/a HTTP/1.1", "Host: localhost")
        #expect(own.body == "GET /a ")
        let other = try await server.reply(
            "GET http://evil.example/a HTTP/1.1", "Host: evil.example")
        #expect(other.status == 421)
        let two = try await server.reply("GET http://evil.example/a HTTP/1.1", "Host: localhost")
        #expect(two.status == 400)
        #expect(two.body == "The Host field names another host than the request target.\n")
    }

    @Test func aRefusedRequestReachesNoHandler() async throws {
        let asked = Locked(0)
        let server = try server { _ in
            asked.withLock { $0 += 1 }
            return .text("secret")
        }
        let replies = try await server.exchange(
            "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 4\r\n\r\nbody"
                + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(replies.hasPrefix("HTTP/1.1 421 "))
        #expect(!replies.contains("secret"))
        #expect(asked.current == 0)
    }
}
