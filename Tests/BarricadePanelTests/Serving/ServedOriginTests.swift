import Barricade
import BarricadeSurfaces
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

/// Who may ask a server: clients of this machine, and pages that are allowed.
@Suite(.fewAtOnce, .timeLimit(.minutes(20))) struct ServedOriginTests {
    private let barricade = Barricade(
        ResponseSet("Books", on: .get("/books")) { CannedResponse("One", text: "Salt") })

    @Test(arguments: ["http://localhost:3000", "http://[::1]:3000", "app://localhost", "null"])
    func pagesOfAllowedOriginsMayRead(_ origin: String) async throws {
        let server = try await barricade.serve(
            as: "https://api.example.com", allowing: [origin])
        let reply = try await server.reply(
            "GET /books", "Origin: \(origin)", "Sec-Fetch-Site: cross-site")
        #expect(reply.body == "Salt")
        #expect(reply["Access-Control-Allow-Origin"] == origin)
        // The explanation of what is unmatched is for the page too.
        let unmatched = try await server.reply("GET /shops", "Origin: \(origin)")
        #expect(unmatched.status == 501)
        #expect(unmatched["Access-Control-Allow-Origin"] == origin)
    }

    @Test(arguments: [
        "https://evil-example.com", "https://example.com.evil.com", "https://sub.example.com",
        "http://example.com", "https://example.com:444", "https://example.com:443",
        "https://EXAMPLE.com", "https://example.com/", "null", "NULL", "", "*",
        "https://example.com https://evil.com", "https://example.com, https://evil.com",
    ])
    func noOtherOriginIsAllowed(_ origin: String) async throws {
        let server = try await barricade.serve(
            as: "https://api.example.com", allowing: ["https://example.com"])
        let reply = try await server.reply("GET /books", "Origin: \(origin)")
        #expect(reply.status == 403)
        #expect(reply["Access-Control-Allow-Origin"] == nil)
        #expect(barricade.requests.isEmpty)
    }

    @Test func preflightsAreAnsweredAndNotLogged() async throws {
        let server = try await barricade.serve(
            as: "https://api.example.com", allowing: ["http://localhost:3000"])
        let status = try await server.connect { client in
            client.send(
                """
                OPTIONS /books HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r
                Access-Control-Request-Method: PUT\r\n\r\n
                """)
            return try client.reply(hasBody: false)
        }
        #expect(status.status == 204)
        #expect(status["Access-Control-Allow-Methods"] == "PUT")
        #expect(barricade.requests.isEmpty)
    }

    @Test(arguments: [
        ("Host: evil.example", 421), ("Host: 127.0.0.1.evil.example", 421),
        ("Origin: http://evil.example", 403), ("Origin: null", 403),
        ("Sec-Fetch-Site: cross-site", 403),
    ])
    func othersAreRefusedAndNotLogged(_ field: String, _ status: Int) async throws {
        let server = try await barricade.serve(as: "https://api.example.com")
        #expect(try await server.reply("GET /books", field).status == status)
        #expect(barricade.requests.isEmpty)
    }

    @Test(arguments: [
        "http://localhost:3000/", "localhost:3000", "*", "http://Localhost", "http://a.com/b", "",
        "HTTPS://example.com", "NULL", "http://localhost:80", "https://example.com:443",
    ])
    func anOriginIsWhatBrowsersSend(_ origin: String) async throws {
        let error = await #expect(throws: BarricadeError.self) {
            try await barricade.serve(as: "https://api.example.com", allowing: [origin])
        }
        #expect(error?.code == .invalidDefinition)
        #expect(
            error?.message == """
                "\(origin)" is not the origin of a page, so it cannot be allowed.

                To fix: write scheme and host in lower case, and the port unless it is the usual one, such \
                as http://localhost:3000, or null for a page from a file.
                """)
    }
}
