import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// Clients that take the server for their HTTP proxy.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ProxyTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .get("http://books.example.com/list")) {
            CannedResponse("One", text: "Salt")
            CannedResponse("Moved", redirect: "https://api.example.com/list")
            CannedResponse.live()
        },
        ResponseSet("Own", on: .get("https://api.example.com/list")) {
            CannedResponse("One", text: "own")
        },
        ResponseSet("Neighbour", on: .get("http://localhost:1/list")) {
            CannedResponse("One", text: "neighbour")
        })

    private func reply(_ url: String, _ host: String) async throws -> Client.Reply {
        let server = try await barricade.serve(as: "https://api.example.com")
        return try await server.reply("GET \(url)", "Host: \(host)")
    }

    @Test func wholeURLsAreDecidedAsTheyAre() async throws {
        let host = "books.example.com"
        #expect(try await reply("http://\(host)/list", host).body == "Salt")
        #expect(barricade.requests.map { $0.request.url.absoluteString } == ["http://\(host)/list"])
        try barricade.select("Moved", for: "Books")
        let moved = try await reply("http://\(host)/list", host)
        #expect(moved["Location"] == "https://api.example.com/list")
    }

    @Test func theServersOwnAddressIsNoOther() async throws {
        let server = try await barricade.serve(as: "https://api.example.com")
        for host in ["127.0.0.1", "LOCALHOST", "[::1]"] {
            let own = "\(host):\(server.port)"
            let reply = try await server.reply("GET http://\(own)/list", "Host: \(own)")
            #expect(reply.body == "own")
        }
        #expect(try await reply("http://localhost:1/list", "localhost:1").body == "neighbour")
    }

    @Test func whatIsUnmatchedFailsWhateverThePolicyAndSoDoTunnels() async throws {
        let alone = """
            The barricade lets this request pass through, but as a proxy it reaches no real server.

            To fix: select a canned response for it, or have the client ask the server itself.

            """
        for (policy, message) in [
            (.fail, "No response set matches GET http://shop.example.com/list.\n"),
            (.passThrough, alone), (.warn, alone),
        ] as [(UnmatchedPolicy, String)] {
            barricade.unmatchedPolicy = policy
            let reply = try await reply("http://shop.example.com/list", "shop.example.com")
            #expect((reply.status, reply.body.prefix(message.count)) == (501, message[...]))
        }
        // A live set reaches no server either.
        for (mode, response) in [(ResponseSet.Mode.live, "One"), (.barricaded, "Live")] {
            try barricade.setMode(mode, for: "Books")
            try barricade.select(response, for: "Books")
            let reply = try await reply("http://books.example.com/list", "books.example.com")
            #expect(reply.status == 501)
        }
        let server = try await barricade.serve(as: "https://api.example.com")
        let tunnel = try await server.reply(
            "CONNECT shop.example.com:443", "Host: shop.example.com:443")
        #expect(
            tunnel.summary == """
                501 Not Implemented | Connection: close | https cannot be proxied here: this \
                server makes no tunnels. Ask for an http URL.

                """)
    }
}
