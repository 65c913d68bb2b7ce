import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestLineTests {
    @Test func hasTheMethodAndTheTargetUncut() throws {
        let long = "/" + String(repeating: "a", count: 10_000)
        let lines: KeyValuePairs = [
            "GET https://a.com": "GET /",
            "GET https://a.com/": "GET /",
            "GET https://a.com?a=1": "GET /?a=1",
            "PUT http://a.com:81/b%20c/?d=%20&e#f": "PUT /b%20c/?d=%20&e",
            "PATCH https://a.com/a;b=1/c": "PATCH /a;b=1/c",
            "GET https://a.com/search?q=x&token=abc": "GET /search?q=x&token=•••",
            "GET https://ada:secret@a.com/b": "GET /b",
            "GET mockserver://contacts/7?a=1": "GET mockserver://contacts/7?a=1",
            "GET mockserver://ada:secret@contacts": "GET mockserver://•••@contacts",
            "GET \(long)": "GET \(long)",
        ]
        #expect(try lines.map { try BarricadeRequest.line($0.key).line } == lines.map(\.value))
    }
}
