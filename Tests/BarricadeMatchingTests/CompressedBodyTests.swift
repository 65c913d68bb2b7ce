import Barricade
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CompressedBodyTests {
    private struct Book: Codable {
        var title: String
        var pages: Int
    }

    /// `{"title":"Fog","pages":212}`.
    private static let gzip =
        "H4sIAAAAAAACA6tWKsksyUlVslJyy09X0lEqSExPLVayMjI0qgUAc7Ub2BsAAAA="
    private static let zlib = "eJyrVirJLMlJVbJScstPV9JRKkhMTy1WsjIyNKoFAHkKCEg="
    private static let bare = "q1YqySzJSVWyUnLLT1fSUSpITE8tVrIyMjSqBQA="
    private static let text = #"{"title":"Fog","pages":212}"#

    private static func request(
        _ coding: String, _ base64: String, as type: String = "application/json",
        to path: String = "/books"
    ) throws -> URLRequest {
        var request = try URLRequest.posting(
            Data(base64Encoded: base64), to: "\(api)\(path)", as: type)
        request.setValue(coding, forHTTPHeaderField: "Content-Encoding")
        return request
    }

    @Test(arguments: [("gzip", gzip), ("X-GZip", gzip), ("deflate", zlib), ("deflate", bare)])
    func isReadByClausesHandlersAndTheLog(_ coding: String, _ base64: String) async throws {
        let barricade = Barricade(
            ResponseSet("Add", on: .post("/books") && .json(["title": "Fog"])) {
                CannedResponse("Echo") { request in
                    let book = try request.json(as: Book.self)
                    return CannedResponse(text: "\(book.title) \(book.pages) \(try request.text)")
                }
            })
        let request = try Self.request(coding, base64)
        #expect(try await barricade.session.send(request).text == "Fog 212 \(Self.text)")
        let logged = try #require(barricade.requests.last?.request)
        let sent = RequestBody.data(Data(base64Encoded: base64) ?? Data())
        #expect([logged.body, logged.sentBody] == [.data(Data(Self.text.utf8)), sent])
    }

    @Test func isReadAsAnyKindOfBody() throws {
        for (matcher, base64, type) in [
            (.body(Data(Self.text.utf8)), Self.gzip, "application/json"),
            (
                .graphQL("GetCart"),
                "H4sIAAAAAAACA6tWKixNLapUsoLQCu6pJc6JRSUK1QrJIKpWqRYAZKWwKyIAAAA=",
                "application/json"
            ),
            (
                .form("user", "ada"), "H4sIAAAAAAACAystTi2yTUxJVCtILC62NQQAxVCoeA8AAAA=",
                "application/x-www-form-urlencoded"
            ),
        ] as [(RequestMatcher, String, String)] {
            let request = BarricadeRequest(try Self.request("gzip", base64, as: type))
            #expect(request.map(matcher.matches) == true, "\(matcher)")
        }
    }

    @Test(arguments: [
        (
            "gzip", "H4sIAAAAAAACA6tWKsksyQlVslJyy09X0lEqSExPLVayMjI0qgUAc7Ub2BsAAAA=",
            "not valid gzip (byte 43)"
        ),
        ("gzip", "H4sIAAAAAAACA6tW", "not valid gzip (it ends too early)"),
        ("deflate", "Bw==", "not valid deflate (byte 1)"),
        ("br", gzip, "compressed as br, which is not known here"),
        ("gzip, zstd", gzip, "compressed as gzip, zstd, which is not known here"),
    ])
    func saysWhyItCannotBeRead(_ coding: String, _ base64: String, _ reason: String) throws {
        let request = try #require(BarricadeRequest(Self.request(coding, base64)))
        let faults = [
            request.fault { try $0.json(as: Book.self) }, request.fault { try $0.text },
            RequestMatcher.json(["title": "Fog"]).difference(to: request),
        ]
        #expect(
            faults == [
                "body is \(reason)", "body is \(reason)",
                "wants JSON, got a body that is \(reason)",
            ])
    }

    @Test func isCutInTheLogOnceItIsInflated() async throws {
        let whole = RequestBody.data(Data(base64Encoded: Self.gzip) ?? Data())
        let inflated = RequestBody.data(Data(Self.text.utf8))
        let cut = RequestBody.truncated(Data(#"{"title":"#.utf8), size: 27)
        for (limit, bodies) in [
            (100, [inflated, whole]), (50, [inflated, whole]), (9, [cut, cut]),
        ] {
            let barricade = Barricade(ResponseSet("Add", on: .any) { CannedResponse("OK") }) {
                $0.logLimits.bodySize = limit
            }
            _ = try await barricade.session.send(Self.request("gzip", Self.gzip))
            let logged = try #require(barricade.requests.last?.request)
            #expect([logged.body, logged.sentBody] == bodies, "\(limit) bytes")
        }
    }

    @Test func reachesTheRealServerAsItIsSent() async throws {
        let server = try LocalServer()
        let barricade = Barricade(
            ResponseSet("Add", on: .json(["title": "Bog"])) { CannedResponse("OK") }
        ) {
            $0.unmatchedPolicy = .passThrough
        }
        var request = try Self.request("gzip", Self.gzip)
        request.url = try server.url("/books")
        _ = try await barricade.session.send(request)
        #expect(server.requests.map(\.body) == [Data(base64Encoded: Self.gzip)])
    }
}
