import Barricade
import BarricadeSurfaces
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CurlTests {
    private let barricade = Barricade(
        ResponseSet("Any", on: .any) { CannedResponse("OK", text: "ok") })

    /// A request: a method, a path, header fields and a body.
    private typealias Sent = (String, String, headers: [String: String], body: Data)

    private static var requests: [Sent] {
        let secrets = [
            "Authorization": "Bearer abc", "Content-Type": "application/json",
            "Cookie": "sid=abc", "X-Functions-Key": "abc",
        ]
        let json = #"{"user": "O'Hara", "password": "hunter2", "ids": [1, {"token": 5}]}"#
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let coded = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
        let gzip = "H4sIAAAAAAACA6tWKsksyUlVslJyy09X0lEqSExPLVayMjI0qgUAc7Ub2BsAAAA="
        return [
            ("POST", "/login?api_key=abc&q=it's", secrets, Data(json.utf8)),
            ("GET", "/books", [:], Data()), ("HEAD", "/books", [:], Data()),
            ("PUT", "/login", form, Data("user=ada&password=hunter2".utf8)),
            ("PUT", "/notes", ["Content-Type": "text/plain"], Data("hunter2".utf8)),
            ("POST", "/a", coded, Data(base64Encoded: gzip) ?? Data()),
            ("POST", "/a", coded, Data("damaged".utf8)),
            ("GET", "/a", ["Accept": ""], Data()),
        ]
    }

    @Test func masksSecretsInflatesBodiesAndQuotesTheRest() async throws {
        for (method, path, headers, body) in Self.requests {
            var request = URLRequest(url: try URL("\(api)\(path)"))
            request.httpMethod = method
            request.allHTTPHeaderFields = headers
            if !body.isEmpty { request.httpBody = body }
            _ = try await barricade.session.data(for: request)
        }
        #expect(
            barricade.requests.map(\.request.curlCommand) == [
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
                """
                curl 'https://api.example.com/a' \\
                  -H 'Accept;'
                """,
            ])
    }
}
