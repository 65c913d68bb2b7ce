import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a resource answered.
struct ResourceVisit: Sendable {
    let status: Int
    let text: String
    let response: HTTPURLResponse

    func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }

    var json: JSONValue? { try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }

    /// The text of a problem document, which has to be one.
    var problem: String? {
        guard header("Content-Type") == "application/problem+json",
            json?["status"]?.int == status
        else { return nil }
        return json?["detail"]?.string
    }

    /// The pointer of the field that a problem document is about.
    var pointer: JSONValue? { json?["errors"]?[0]?["pointer"] }
}

extension URLSession {
    /// Sends a request such as `POST /contacts`, with JSON unless said otherwise.
    func visit(
        _ line: String, _ body: String? = nil, as contentType: String? = "application/json"
    ) async throws -> ResourceVisit {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let target = try #require(words.last)
        var request = URLRequest(
            url: try #require(URL(string: target.hasPrefix("/") ? api + target : target)))
        request.httpMethod = words[0]
        if let body {
            request.httpBody = Data(body.utf8)
            if let contentType { request.setValue(contentType, forHTTPHeaderField: "Content-Type") }
        }
        let answer = try await send(request)
        return ResourceVisit(status: answer.status, text: answer.text, response: answer.response)
    }
}

/// The model of most tests of resources.
struct Contact: Codable, Identifiable, Sendable, Equatable {
    var id: Int
    var name: String
    var age: Int?
    var tags: [String]?

    static let ada = Contact(id: 1, name: "Ada")
}
