import Barricade
import BarricadeSurfaces
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct CurlTests {
    private let barricade = Barricade(
        ResponseSet("Any", on: .any) { CannedResponse("OK", text: "ok") })

    /// Sends a request through a session, and returns what the log has of it.
    private func curl(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil,
        data: Data? = nil
    ) async throws -> String {
        var request = URLRequest(url: try URL("\(api)\(path)"))
        request.httpMethod = method
        request.allHTTPHeaderFields = headers
        request.httpBody = data ?? body.map { Data($0.utf8) }
        _ = try await barricade.session.data(for: request)
        return try #require(barricade.requests.last).request.curl
    }

    @Test func aCompressedBodyIsShownInflated() async throws {
        let gzip = "H4sIAAAAAAACA6tWKsksyUlVslJyy09X0lEqSExPLVayMjI0qgUAc7Ub2BsAAAA="
        let headers = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
        let commands = try await [
            curl("POST", "/a", headers: headers, data: Data(base64Encoded: gzip)),
            curl("POST", "/a", headers: headers, body: "damaged"),
        ]
        #expect(
            commands == [
                """
                curl 'https://api.example.com/a' \\
                  -X 'POST' \\
                  -H 'Content-Type: application/json' \\
                  --data-binary '{"pages":212,"title":"Fog"}'
                """,
                """
                curl 'https://api.example.com/a' \\
                  -X 'POST' \\
                  -H 'Content-Encoding: gzip' \\
                  -H 'Content-Type: application/json' \\
                  --data-binary @body  # body: not completely known
                """,
            ])
    }

    @Test func masksSecretsQuotesTheRestAndHasNoMoreThanItNeeds() async throws {
        let secrets = [
            "Authorization": "Bearer abc", "Content-Type": "application/json",
            "Cookie": "sid=abc", "X-Functions-Key": "abc",
        ]
        let json = #"{"user": "O'Hara", "password": "hunter2", "ids": [1, {"token": 5}]}"#
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let text = ["Content-Type": "text/plain"]
        let commands = try await [
            curl("POST", "/login?api_key=abc&q=it's", headers: secrets, body: json),
            curl("GET", "/books"), curl("HEAD", "/books"),
            curl("PUT", "/login", headers: form, body: "user=ada&password=hunter2"),
            curl("PUT", "/notes", headers: text, body: "hunter2"),
        ]
        #expect(
            commands == [
                #"""
                curl 'https://api.example.com/login?api_key=•••&q=it'\''s' \
                  -X 'POST' \
                  -H 'Authorization: •••' \
                  -H 'Content-Type: application/json' \
                  -H 'Cookie: •••' \
                  -H 'X-Functions-Key: •••' \
                  --data-binary '{"ids":[1,{"token":"•••"}],"password":"•••","user":"O'\''Hara"}'
                """#,
                "curl 'https://api.example.com/books'",
                """
                curl 'https://api.example.com/books' \\
                  --head
                """,
                """
                curl 'https://api.example.com/login' \\
                  -X 'PUT' \\
                  -H 'Content-Type: application/x-www-form-urlencoded' \\
                  --data-binary 'user=ada&password=•••'
                """,
                """
                curl 'https://api.example.com/notes' \\
                  -X 'PUT' \\
                  -H 'Content-Type: text/plain' \\
                  --data-binary @body  # body: 7 bytes of text/plain
                """,
            ])
    }
}
