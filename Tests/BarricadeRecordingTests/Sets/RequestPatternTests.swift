import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RequestPatternTests {
    /// By its URL, the matcher, name and file of a recorded request.
    private static let patterns: KeyValuePairs<String, [String]> = [
        "https://api.example.com/v1/books": [
            "GET https://api.example.com/v1/books", "GET /v1/books", "get-v1-books",
        ],
        "https://api.example.com/books/7/pages/12": [
            "GET https://api.example.com/books/:id/pages/:id2", "GET /books/:id/pages/:id2",
            "get-books-id-pages-id",
        ],
        "https://api.example.com/7": ["GET https://api.example.com/7", "GET /7", "get-id"],
        "https://api.example.com/users/7A0C2B44-91AE-4D5B-8A37-0A6E3F0C9D11": [
            "GET https://api.example.com/users/:id", "GET /users/:id", "get-users-id",
        ],
        "https://api.example.com/books/?page=2&kind=new": [
            "GET https://api.example.com/books?kind=new&page=2", "GET /books?kind&page",
            "get-books",
        ],
        "https://api.example.com/books?token": [
            "GET https://api.example.com/books?token", "GET /books?token", "get-books",
        ],
        // Names of files suit every file system, and have at most 60 characters.
        "https://a.com/Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc": [
            "GET https://a.com/Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc",
            "GET /Caf%C3%A9/aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-cccccccccccccccccccc",
            "get-cafe-aaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbbbbbb-ccccccccc",
        ],
        "http://localhost:8080": ["GET http://localhost:8080/", "GET /", "get"],
        "https://a.com/*/:x/%7By%7D//caf%C3%A9": [
            "GET https://a.com/%2A/%3Ax/%7By%7D/caf%C3%A9", "GET /%2A/%3Ax/%7By%7D/caf%C3%A9",
            "get-x-y-cafe",
        ],
    ]

    @Test func claimsRequestsLikeTheRecordedOne() throws {
        for (text, expected) in Self.patterns {
            let pattern = RequestPattern(.init(method: .get, url: text), replacesIDs: true)
            #expect([pattern.matcher.description, pattern.name, pattern.fileName] == expected)
            let url = try URL(text)
            let own = try #require(BarricadeRequest(URLRequest(url: url)))
            #expect(pattern.matcher.matches(own), "\(text)")
        }
    }
}
