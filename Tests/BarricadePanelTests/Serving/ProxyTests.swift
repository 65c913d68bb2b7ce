import Barricade
import BarricadePanel
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
        let server = try await barricade.served()
        return try await server.reply("GET \(url)", "Host: \(host)")
    }

    @Test func wholeURLsAreDecidedAsTheyAreExceptForTheServersOwn() async throws {
        let server = try await barricade.served()
        func reply(_ host: String) async throws -> Client.Reply {
            try await server.reply("GET http://\(host)/list", "Host: \(host)")
        }
        try await expectOutcomes([
            "Salt": ["books.example.com"], "neighbour": ["localhost:1"],
            "own": ["127.0.0.1", "LOCALHOST", "[::1]"].map { "\($0):\(server.port)" },
        ]) { try await reply($0).body }
        let url = barricade.requests.first?.request.url.absoluteString
        try barricade.select("Moved", for: "Books")
        let moved = try await reply("books.example.com")
        #expect(
            [url, moved["Location"]]
                == ["http://books.example.com/list", "https://api.example.com/list"])
    }

    @Test func whatIsUnmatchedFailsWhateverThePolicy() async throws {
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
    }
}
