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
        #expect(
            barricade.requests.map { [$0.line, $0.request.line] } == [
                ["POST /login", "POST /login"], ["GET /profile?full=1", "GET /profile?full=1"],
            ])
    }

    @Test func hasTheMethodAndTheTargetUncut() throws {
        let long = "/" + String(repeating: "a", count: 10_000)
        for (request, line) in [
            ("GET https://a.com", "GET /"),
            ("GET https://a.com/", "GET /"),
            ("GET https://a.com?a=1", "GET /?a=1"),
            ("PUT http://a.com:81/b%20c/?d=%20&e#f", "PUT /b%20c/?d=%20&e"),
            ("PATCH https://a.com/a;b=1/c", "PATCH /a;b=1/c"),
            ("GET https://a.com/search?q=x&token=abc", "GET /search?q=x&token=•••"),
            ("GET https://ada:secret@a.com/b", "GET /b"),
            ("GET mockserver://contacts/7?a=1", "GET mockserver://contacts/7?a=1"),
            ("GET mockserver://ada:secret@contacts", "GET mockserver://•••@contacts"),
            (long, "GET \(long)"),
        ] as [(String, String)] {
            #expect(try BarricadeRequest.line(request).line == line, "\(request)")
        }
    }
}
