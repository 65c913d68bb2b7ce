import Barricade
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct BarricadeRequestTests {
    private func request(_ url: String) throws -> BarricadeRequest {
        let url = try #require(URL(string: url))
        return try #require(BarricadeRequest(URLRequest(url: url)))
    }

    @Test func needsAURL() throws {
        var plain = URLRequest(url: try #require(URL(string: api)))
        plain.url = nil
        #expect(BarricadeRequest(plain) == nil)
    }

    @Test func readsQueryItems() throws {
        for (path, items) in [
            ("/a", []), ("/a?", []), ("/a?b=1&c", [("b", "1"), ("c", nil)]),
            ("/a?b=&b=2", [("b", ""), ("b", "2")]),
            ("/a?b=c%20d+e&%C3%A9=%26", [("b", "c d+e"), ("é", "&")]),
            ("/a?b=%FF#c=1", [("b", "%FF")]), ("/a?b=c=d&&e", [("b", "c=d"), ("e", nil)]),
        ] as [(String, [(String, String?)])] {
            let expected = items.map { URLQueryItem(name: $0.0, value: $0.1) }
            #expect(try request(api + path).queryItems == expected, "\(path)")
        }
    }

    @Test func describesItselfWithoutSecrets() throws {
        for (url, masked) in [
            ("https://ada:pw@api.example.com/a", "https://•••@api.example.com/a"),
            ("\(api)/a?token=x&page=2", "\(api)/a?token=•••&page=2"),
            (
                "\(api)/a?api_key=x&API-Key=y&apiKey=",
                "\(api)/a?api_key=•••&API-Key=•••&apiKey=•••"
            ),
            ("\(api)/a?access%5Ftoken=x", "\(api)/a?access%5Ftoken=•••"),
            ("\(api)/a?code=1&code&zip_code=2", "\(api)/a?code=•••&code&zip_code=2"),
            ("\(api)/a?sig=a=b&X-Amz-Signature=c", "\(api)/a?sig=•••&X-Amz-Signature=•••"),
            ("\(api)/a#access_token=x&state=1", "\(api)/a#access_token=•••&state=1"),
            ("\(api)/a?b=1#id_token=x", "\(api)/a?b=1#id_token=•••"),
            ("\(api)/a?password=1#top", "\(api)/a?password=•••#top"),
            ("app:open?token=x", "app:open?token=•••"),
        ] as [(String, String)] {
            let description = try request(url).description
            #expect(description == "GET \(masked)")
        }
        // Nor with header fields or the body.
        var plain = try URLRequest.posting("body-secret", as: "text/plain")
        plain.setValue("Bearer header-secret", forHTTPHeaderField: "Authorization")
        #expect(BarricadeRequest(plain)?.description == "POST \(api)/upload")
    }

    @Test func readsAHundredThousandQueryItems() async throws {
        let query = String(repeating: "item=a&", count: 99_999)
        let url = "\(api)/search?\(query)last=%41&token=x"
        let request = try request(url)
        #expect(request.queryItems.count == 100_001)
        let description = request.description
        #expect(
            description.hasPrefix("GET \(api)/search?item=a&item=a&")
                && !description.contains("token=x"))
        let barricade = Barricade(
            ResponseSet("Search", on: .get("/search") && .query("last", "A")) {
                CannedResponse("Found", text: "found")
            })
        #expect(try await barricade.session.get(url).text == "found")
    }

    @Test func readsAHundredThousandHeaderFields() async throws {
        let fields = Dictionary(
            uniqueKeysWithValues: (0..<100_000).map { ("X-Field-\($0)", "\($0)") })
        var plain = URLRequest(url: try #require(URL(string: "\(api)/search")))
        plain.allHTTPHeaderFields = fields
        let barricade = Barricade(
            ResponseSet("Search", on: .get("/search") && .header("x-field-99999", "99999")) {
                CannedResponse("Found", text: "found")
            })
        let configuration = URLSessionConfiguration.barricaded(by: barricade)
        configuration.httpAdditionalHeaders = Dictionary(
            uniqueKeysWithValues: (0..<1_000).map { ("X-More-\($0)", "\($0)") })
        let answer = try await URLSession(configuration: configuration).send(plain)
        #expect(answer.text == "found")
        #expect(barricade.requests.first?.request.headers.fields.count == 101_000)
    }
}
