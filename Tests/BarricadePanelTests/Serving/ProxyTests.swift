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

    @Test(arguments: [UnmatchedPolicy.fail, .passThrough, .warn])
    func whatIsUnmatchedFailsWhateverThePolicy(_ policy: UnmatchedPolicy) async throws {
        barricade.unmatchedPolicy = policy
        let reply = try await reply("http://shop.example.com/list", "shop.example.com")
        #expect(reply.status == 501)
        if policy == .fail {
            #expect(
                reply.body.hasPrefix(
                    "No response set matches GET http://shop.example.com/list.\n"))
        } else {
            #expect(
                reply.body == """
                    The barricade lets this request pass through, but as a proxy it reaches no \
                    real server.

                    To fix: select a canned response for it, or have the client ask the server \
                    itself.

                    """)
        }
    }

    @Test func aLiveSetReachesNoServerEither() async throws {
        try barricade.setMode(.live, for: "Books")
        #expect(try await reply("http://books.example.com/list", "books.example.com").status == 501)
        try barricade.setMode(.barricaded, for: "Books")
        try barricade.select("Live", for: "Books")
        #expect(try await reply("http://books.example.com/list", "books.example.com").status == 501)
    }

    @Test func tunnelsAreRefusedWithTheReason() async throws {
        let server = try await barricade.serve(as: "https://api.example.com")
        let reply = try await server.reply(
            "CONNECT shop.example.com:443", "Host: shop.example.com:443")
        #expect(reply.status == 501)
        #expect(
            reply.body
                == "https cannot be proxied here: this server makes no tunnels. Ask for an http URL.\n"
        )
    }
}
