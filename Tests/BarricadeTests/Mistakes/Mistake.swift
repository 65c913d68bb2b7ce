import Barricade
import Testing

@testable import TestSupport

/// A request that no set matches by mistake, with the whole message about it.
struct Mistake: Sendable, CustomTestStringConvertible {
    static let all = ofAddresses + ofItems + ofPatterns + ofAdditions

    let title: String
    private let request: String
    private let body: String?
    private let sets: [(name: String, matcher: RequestMatcher)]
    let message: String
    /// A pattern of the message for a set that is there, as the compiler reads it.
    private let repairs: RequestMatcher?
    /// The matcher of a set that the message says to add, as the compiler reads it.
    private let adds: RequestMatcher?
    /// The request that the message asks for.
    let asksFor: String?
    let location: SourceLocation

    init(
        _ title: String, _ request: String, body: String? = nil,
        sets: [(String, RequestMatcher)] = [], says message: String,
        repairs: RequestMatcher? = nil, adds: RequestMatcher? = nil, asksFor: String? = nil,
        location: SourceLocation = #_sourceLocation
    ) {
        (self.title, self.request, self.body, self.sets) = (title, request, body, sets)
        (self.message, self.repairs, self.adds) = (message, repairs, adds)
        (self.asksFor, self.location) = (asksFor, location)
    }

    var testDescription: String { title }

    var barricade: Barricade {
        let sets = zip(1..., sets).map { line, set in
            ResponseSet(
                set.name, on: set.matcher, responses: [CannedResponse("OK", text: "old")],
                line: UInt(line))
        }
        return Barricade(sets) { $0.faultHandler = { _ in } }
    }

    func urlRequest() throws -> URLRequest {
        let words = request.split(separator: " ", maxSplits: 1)
        return try Self.request(String(words[0]), String(words[1]), body)
    }

    /// The matcher that the message says to write or to add.
    var correction: RequestMatcher? { repairs ?? adds }

    /// Requests that the correction must not match: for a pattern that is repaired, to other paths.
    func others() throws -> [URLRequest] {
        repairs == nil
            ? try neighbours()
            : try ["/a", "/a/1", "/users/7/a/b"].map {
                try Self.request("GET", "https://shop.test\($0)", nil)
            }
    }

    /// Five requests that differ from it in one thing each: in the method, the origin twice, the
    /// path, and in what tells it from others with the same path.
    private func neighbours() throws -> [URLRequest] {
        let words = request.split(separator: " ", maxSplits: 1).map(String.init)
        let (method, url) = (words[0], words[1])
        let end = url.firstIndex { $0 == "?" } ?? url.endIndex
        let (place, query) = (String(url[..<end]), String(url[end...]))
        let last =
            body?.contains("query") == true
            ? try Self.request(method, url, body?.replacing("art", with: "arts"))
            : try Self.request(
                method,
                query.isEmpty
                    ? "\(place)s" : url.contains("token") ? place : String(url.dropLast()),
                body)
        return try [
            Self.request(method == "DELETE" ? "GET" : "DELETE", url, body),
            Self.request(
                method,
                url.replacing(url.contains(".") ? "." : ":", with: url.contains(".") ? "2." : "2:"),
                body),
            Self.request(method, "other-\(url)", body),
            Self.request(method, "\(place)/more\(query)", body), last,
        ]
    }

    private static func request(_ method: String, _ url: String, _ body: String?) throws
        -> URLRequest
    {
        var request = URLRequest(url: try URL(url))
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        return request
    }
}
