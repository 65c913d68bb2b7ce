import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

/// Who may ask a server: clients of this machine, and pages that are allowed.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedOriginTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .get("/books")) { CannedResponse("One", text: "Salt") })

    @Test func pagesOfAllowedOriginsMayRead() async throws {
        for origin in ["http://localhost:3000", "http://[::1]:3000", "app://localhost", "null"] {
            let server = try await barricade.serve(
                as: "https://api.example.com", allowing: [origin])
            let reply = try await server.reply(
                "GET /books", "Origin: \(origin)", "Sec-Fetch-Site: cross-site")
            // The explanation of what is unmatched is for the page too.
            let unmatched = try await server.reply("GET /shops", "Origin: \(origin)")
            let replies = [reply, unmatched]
            #expect(replies.map(\.status) == [200, 501])
            #expect(replies.map { $0["Access-Control-Allow-Origin"] } == [origin, origin])
        }
    }

    @Test func onlyASetForOptionsAnswersAPreflight() async throws {
        let barricade = Barricade(
            ResponseSet("Any", on: .any("/any")) { CannedResponse("OK", text: "any") },
            ResponseSet("Options", on: .options("/options")) {
                CannedResponse("Forbidden", status: .forbidden)
                CannedResponse("Other", headers: ["Access-Control-Allow-Origin": "https://a.b"])
            })
        let server = try await barricade.serve(
            as: "https://api.example.com", allowing: ["http://localhost:3000"])
        func preflight(_ path: String) async throws -> [String?] {
            let reply = try await server.reply(
                "OPTIONS \(path)", "Origin: http://localhost:3000",
                "Access-Control-Request-Method: PUT")
            return [
                "\(reply.status)", reply["Access-Control-Allow-Origin"],
                reply["Access-Control-Allow-Methods"],
            ]
        }
        let own = ["204", "http://localhost:3000", "PUT"]
        #expect(try await preflight("/any") == own)
        #expect(try await preflight("/missing") == own)
        #expect(try await preflight("/options") == ["403", "http://localhost:3000", "PUT"])
        try barricade.select("Other", for: "Options")
        #expect(try await preflight("/options") == ["200", "https://a.b", nil])
        #expect(barricade.requests.map(\.line) == ["OPTIONS /options", "OPTIONS /options"])
    }

    @Test func othersAreRefusedAndNotLogged() async throws {
        let own = try await barricade.served()
        let other = try await barricade.serve(
            as: "https://api.example.com", allowing: ["https://example.com"])
        try await expectOutcomes([
            "421": ["Host: evil.example", "Host: 127.0.0.1.evil.example"],
            "403": ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"],
        ]) { "\(try await own.reply("GET /books", $0).status)" }
        for origin in [
            "https://evil-example.com", "https://example.com.evil.com", "https://sub.example.com",
            "http://example.com", "https://example.com:444", "https://example.com:443",
            "https://EXAMPLE.com", "https://example.com/", "null", "NULL", "", "*",
            "https://example.com https://evil.com", "https://example.com, https://evil.com",
        ] {
            let reply = try await other.reply("GET /books", "Origin: \(origin)")
            let allowed = reply["Access-Control-Allow-Origin"]
            #expect((reply.status, allowed) == (403, nil), "\(origin)")
        }
        #expect(barricade.requests.isEmpty)
    }

    @Test func anOriginIsWhatBrowsersSend() async throws {
        for origin in [
            "http://localhost:3000/", "localhost:3000", "*", "http://Localhost", "http://a.com/b",
            "", "HTTPS://example.com", "NULL", "http://localhost:80", "https://example.com:443",
            "https://*.example.com",
        ] {
            await expectFailure(
                .invalidDefinition,
                """
                "\(origin)" is not the origin of a page, so it cannot be allowed.

                To fix: write scheme and host in lower case, and the port unless it is the usual \
                one, such as http://localhost:3000, or null for a page from a file.
                """
            ) {
                _ = try await barricade.serve(as: "https://api.example.com", allowing: [origin])
            }
        }
    }
}
