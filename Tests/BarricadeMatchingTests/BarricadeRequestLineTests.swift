import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestLineTests {
    private let shop = ResponseSet("Shop", on: .path("/**")) { CannedResponse(status: .ok) }

    @Test func tellsTheOrderOfRequests() async throws {
        let barricade = Barricade(shop)
        _ = try await barricade.session.get(api + "/login", method: "POST")
        _ = try await barricade.session.get(api + "/profile?full=1")
        #expect(barricade.requests.map(\.line) == ["POST /login", "GET /profile?full=1"])
        #expect(barricade.requests.map(\.request.line) == barricade.requests.map(\.line))
    }

    @Test(arguments: [
        ("GET https://a.com", "GET /"),
        ("GET https://a.com/", "GET /"),
        ("GET https://a.com?a=1", "GET /?a=1"),
        ("PUT http://a.com:81/b%20c/?d=%20&e#f", "PUT /b%20c/?d=%20&e"),
        ("PATCH https://a.com/a;b=1/c", "PATCH /a;b=1/c"),
        ("GET https://a.com/search?q=x&token=abc", "GET /search?q=x&token=•••"),
        ("GET https://ada:secret@a.com/b", "GET /b"),
        ("GET mockserver://contacts/7?a=1", "GET mockserver://contacts/7?a=1"),
        ("GET mockserver://ada:secret@contacts", "GET mockserver://•••@contacts"),
    ])
    func hasTheMethodAndTheTarget(_ example: (request: String, line: String)) throws {
        #expect(try BarricadeRequest.line(example.request).line == example.line)
    }

    @Test func isNeverCut() throws {
        let path = "/" + String(repeating: "a", count: 10_000)
        #expect(try BarricadeRequest.line(path).line == "GET \(path)")
    }
}
