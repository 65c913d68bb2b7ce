import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RequestPatternTests {
    struct Example: CustomTestStringConvertible {
        let url: String
        let matcher: String
        let name: String
        let file: String

        init(_ url: String, _ matcher: String, _ name: String, _ file: String) {
            (self.url, self.matcher, self.name, self.file) = (url, matcher, name, file)
        }

        var testDescription: String { url }
    }

    private static let uuid = "7A0C2B44-91AE-4D5B-8A37-0A6E3F0C9D11"

    @Test(arguments: [
        Example(
            "https://api.example.com/v1/books", "GET https://api.example.com/v1/books",
            "GET /v1/books", "get-v1-books"),
        Example(
            "https://api.example.com/books/7/pages/12",
            "GET https://api.example.com/books/:id/pages/:id2", "GET /books/:id/pages/:id2",
            "get-books-id-pages-id"),
        Example("https://api.example.com/7", "GET https://api.example.com/7", "GET /7", "get-id"),
        Example(
            "https://api.example.com/users/\(uuid)", "GET https://api.example.com/users/:id",
            "GET /users/:id", "get-users-id"),
        Example(
            "https://api.example.com/books/?page=2&kind=new",
            "GET https://api.example.com/books?kind=new&page=2", "GET /books?kind&page",
            "get-books"),
        Example(
            "https://api.example.com/books?token", "GET https://api.example.com/books?token",
            "GET /books?token", "get-books"),
        Example(
            "http://localhost:8080", "GET http://localhost:8080/", "GET /", "get"),
        Example(
            "https://a.com/*/:x/%7By%7D//caf%C3%A9",
            "GET https://a.com/%2A/%3Ax/%7By%7D/caf%C3%A9",
            "GET /%2A/%3Ax/%7By%7D/caf%C3%A9", "get-x-y-cafe"),
    ]) func claimsRequestsLikeTheRecordedOne(_ example: Example) throws {
        let request = Exchange.Request(method: .get, url: example.url)
        let pattern = RequestPattern(request, replacesIDs: true)
        #expect(pattern.matcher.description == example.matcher)
        #expect(pattern.name == example.name)
        #expect(pattern.fileName == example.file)
        let url = try #require(URL(string: example.url))
        let own = try #require(BarricadeRequest(URLRequest(url: url)))
        #expect(pattern.matcher.matches(own))
    }
}
