import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Responses made of what a server has given.
@Suite(.timeLimit(.minutes(10))) struct CannedResponseReplyTests {
    /// Returns what a session gets: status, address, header fields but the entity tag, text.
    private func given(
        _ status: Int, _ headers: [String: String], _ text: String, method: String = "GET",
        configuration: URLSessionConfiguration = .ephemeral
    ) async throws -> String {
        let url = try URL("https://elsewhere.example.com/x")
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: headers))
        let barricade = Barricade(
            ResponseSet("Set", on: .any) {
                CannedResponse("Real", response: response, data: Data(text.utf8))
            })
        #expect(barricade.validate() == [])
        barricade.install(in: configuration)
        let answer = try await URLSession(configuration: configuration).get(api, method: method)
        let fields = answer.response.allHeaderFields.map { "\($0): \($1)" }.sorted()
            .filter { !$0.hasPrefix("Etag") }
        return
            "\(answer.status) \(answer.response.url?.absoluteString ?? "") \(fields) \(answer.text)"
    }

    @Test func itIsAsItWasButDecodedOnlyOnce() async throws {
        #expect(
            try await given(
                418, ["Content-Type": "text/plain", "X-A": "b, c", "Cache-Control": "no-store"],
                "hello") == """
                    418 \(api) ["Cache-Control: no-store", "Content-Length: 5", \
                    "Content-Type: text/plain", "X-A: b, c"] hello
                    """)
        // Without a content type it has none.
        #expect(try await given(404, [:], "?") == #"404 \#(api) ["Content-Length: 1"] ?"#)
        let coded = [
            "content-encoding": "gzip", "Content-Length": "999", "Transfer-Encoding": "chunked",
        ]
        let answers = [
            try await given(200, coded, "decoded"),
            try await given(200, coded, "decoded", method: "HEAD"),
        ]
        let expected: [String] = [
            #"200 \#(api) ["Content-Length: 7"] decoded"#,
            #"200 \#(api) ["Content-Length: 7"] "#,
        ]
        #expect(answers == expected)
    }

    @Test func joinedCookiesAreSeveralAgain() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let joined =
            "a=1, 2; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT,b=x=y;Path=/ , c=\"3,4\"; Path=/"
        _ = try await given(200, ["Set-Cookie": joined], "", configuration: configuration)
        let cookies = configuration.httpCookieStorage?.cookies ?? []
        #expect(
            cookies.map { "\($0.name)=\($0.value)" }.sorted()
                == ["a=1, 2", "b=x=y", "c=\"3,4\""])
    }
}
