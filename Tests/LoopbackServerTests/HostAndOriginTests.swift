import Barricade
import LoopbackServer
import Testing

@testable import TestSupport

/// Who is served: names of this machine, and the server's own pages.
@Suite(.timeLimit(.minutes(10))) struct HostAndOriginTests {
    @Test func onlyNamesOfThisMachineAreServedAlsoInTargets() async throws {
        let server = try echoServer()
        try await expectOutcomes([
            "200 OK | GET /a?b ": [
                "Host: 127.0.0.1", "Host: localhost", "Host: [::1]", "Host: 127.0.0.1:80",
                "Host: localhost:8123", "Host: [::1]:8123",
                "Host: LocalHost:80",
                "http://localhost/a?b HTTP/1.1\r\nHost: localhost",
            ],
            .refusal(
                "421 Misdirected Request",
                "The host of the request is not 127.0.0.1, localhost or [::1]."): [
                    "Host: evil.example", "Host: 127.0.0.1.evil.example",
                    "Host: localhost.evil.example", "Host: 127.0.0.2", "Host: 0.0.0.0",
                    "Host: localhost.", "Host: 127.1", "Host: 2130706433",
                    "Host: 0x7f.1", "Host: [::]", "Host: [0:0:0:0:0:0:0:1]",
                    "Host: [::ffff:127.0.0.1]", "Host: [::1%25lo]", "Host: evil.example:8123",
                    "Host: 192.168.0.1", "http://evil.example/a HTTP/1.1\r\nHost: evil.example",
                ],
            .refusal("400 Bad Request", "A request needs exactly one Host field, with a host."): [
                "X: none", "Host: ", "Host: localhost\r\nHost: localhost",
                "Host: localhost\r\nhost: evil.example", "Host: localhost,evil.example:1:2",
                "Host: localhost/", "Host: user@localhost", "Host: localhost:1234567",
                "Host: localhost:+80", "Host: localhost:8a", "Host: [::1", "Host: [::1]x",
                "Host: [::1]80", "Host: [::1]x80",
                "Host: local host", "Host: localhost\u{301}", "Host: localhost#",
            ],
            .refusal(
                "400 Bad Request", "The Host field names another host than the request target."): [
                    "http://evil.example/a?b HTTP/1.1\r\nHost: localhost"
                ],
        ]) { row in
            let rest = row.hasPrefix("http:") ? row : "/a?b HTTP/1.1\r\n\(row)"
            return try await server.reply(to: "GET \(rest)\r\n\r\n").summary
        }
    }

    @Test func onlyTheServersOwnPagesAreServedAndNoHandlerAllowsOthers() async throws {
        let server = try server { request in
            LoopbackServer.Response(
                headers: ["Access-Control-Allow-Origin": "*", "access-control-max-age": "9"],
                body: .data(Data("\(request.method) \(request.path)".utf8)))
        }
        try await expectOutcomes([
            "200 OK | PATCH /api": [
                "Origin: http://127.0.0.1:8123", "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Origin: http://127.0.0.1:8123\r\nSec-Fetch-Site: same-origin",
            ],
            .refusal("403 Forbidden", "The origin of the request is not allowed here."): [
                "Origin: null", "Origin: http://127.0.0.1", "Origin: http://127.0.0.1:8124",
                "Origin: http://localhost:8123", "Origin: https://127.0.0.1:8123",
                "Origin: http://evil.example", "Origin: http://127.0.0.1:8123.evil.example",
                "Origin: HTTP://127.0.0.1:8123", "Origin: ",
                // Nothing is hidden behind the first.
                "Origin: http://127.0.0.1:8123\r\nOrigin: http://127.0.0.1:8123",
            ],
            .refusal("403 Forbidden", "Pages of other sites must not ask this server."): [
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: ",
                "Sec-Fetch-Site: Same-Origin",
            ],
        ]) { try await server.reply("PATCH /api HTTP/1.1", "Host: 127.0.0.1:8123", $0).summary }
    }
}
