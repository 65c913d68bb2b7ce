import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestTests {
    private func request(_ url: String) throws -> BarricadeRequest {
        let url = try URL(url)
        return try #require(BarricadeRequest(URLRequest(url: url)))
    }

    @Test func needsAURLAndReadsItsQueryItems() throws {
        var plain = URLRequest(url: try URL(api))
        plain.url = nil
        #expect(BarricadeRequest(plain) == nil)
        for (path, items) in [
            ("/a", []), ("/a?", []), ("/a?b=1&c", [("b", "1"), ("c", nil)]),
            ("/a?b=&b=2", [("b", ""), ("b", "2")]),
            ("/a?b=c%20d+e&%C3%A9=%26", [("b", "c d+e"), ("é", "&")]),
            ("/a?b=%FF#c=1", [("b", "%FF")]), ("/a?b=c=d&&e", [("b", "c=d"), ("e", nil)]),
        ] as [(String, [(String, String?)])] {
            let expected = items.map { URLQueryItem(name: $0.0, value: $0.1) }
            #expect(try Array(request(api + path).query) == expected, "\(path)")
        }
    }

    @Test func describesItselfWithoutFieldsAndBody() throws {
        var plain = try URLRequest.posting("body-secret", as: "text/plain")
        plain.setValue("Bearer header-secret", forHTTPHeaderField: "Authorization")
        #expect(BarricadeRequest(plain)?.description == "POST \(api)/upload")
    }

    @Test func itsLineHasTheMethodAndTheTargetUncut() throws {
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
