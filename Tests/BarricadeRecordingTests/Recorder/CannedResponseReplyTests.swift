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
    private func given(
        _ status: Int, _ headers: [String: String], _ text: String, method: String = "GET",
        configuration: URLSessionConfiguration? = nil
    ) async throws -> (text: String, status: Int, response: HTTPURLResponse) {
        let url = try #require(URL(string: "https://elsewhere.example.com/x"))
        let response = try #require(
            HTTPURLResponse(
                url: url,
                statusCode: status, httpVersion: nil, headerFields: headers))
        let barricade = Barricade(
            ResponseSet("Set", on: .any) {
                CannedResponse("Real", response: response, data: Data(text.utf8))
            })
        #expect(barricade.validate() == [])
        guard let configuration else {
            return try await barricade.session.get(api, method: method)
        }
        barricade.install(in: configuration)
        return try await URLSession(configuration: configuration).get(api, method: method)
    }

    @Test func itIsAsItWas() async throws {
        let answer = try await given(
            418, ["Content-Type": "text/plain", "X-A": "b, c", "Cache-Control": "no-store"],
            "hello")
        #expect(answer.status == 418 && answer.text == "hello")
        #expect(answer.response.url?.absoluteString == api)
        #expect(
            answer.response.allHeaderFields as? [String: String] == [
                "Content-Type": "text/plain", "X-A": "b, c", "Cache-Control": "no-store",
                "Content-Length": "5",
            ])
    }

    @Test func withoutAContentTypeItHasNone() async throws {
        let answer = try await given(404, [:], "?")
        #expect(answer.response.value(forHTTPHeaderField: "Content-Type") == nil)
    }

    @Test(arguments: ["GET", "HEAD"]) func whatIsDecodedIsNotCodedAgain(
        _ method: String
    ) async throws {
        let answer = try await given(
            200,
            [
                "content-encoding": "gzip", "Content-Length": "999",
                "Transfer-Encoding": "chunked",
            ], "decoded", method: method)
        #expect(answer.text == (method == "GET" ? "decoded" : ""))
        let response = answer.response
        #expect(response.value(forHTTPHeaderField: "Content-Encoding") == nil)
        #expect(response.value(forHTTPHeaderField: "Transfer-Encoding") == nil)
        #expect(response.value(forHTTPHeaderField: "Content-Length") == "7")
    }

    @Test func joinedCookiesAreSeveralAgain() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let joined =
            "a=1, 2; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT,b=x=y;Path=/ , c=\"3,4\"; Path=/"
        _ = try await given(
            200, ["Set-Cookie": joined], "", configuration: configuration)
        let cookies = configuration.httpCookieStorage?.cookies ?? []
        #expect(
            cookies.map { "\($0.name)=\($0.value)" }.sorted()
                == ["a=1, 2", "b=x=y", "c=\"3,4\""])
    }
}
