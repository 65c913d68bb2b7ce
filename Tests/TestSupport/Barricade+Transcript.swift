import Barricade
import Testing

extension Barricade {
    /// Follows a transcript: sends the requests in it, and expects the answers below them.
    ///
    ///     POST /books {"title": "Fog"}
    ///       201 at /books/1 {"id":1,"title":"Fog"}
    ///     GET /books/7
    ///       404 problem: Books has no item with id "7".
    ///
    /// A request is a method, a path or URL, and JSON if it has a body. An answer is indented: its
    /// status, its `Location` and its body, or the error of a load that fails.
    func follow(
        _ transcript: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var exchanges: [(request: String, answer: [String])] = []
        for line in transcript.components(separatedBy: "\n") {
            if line.isEmpty || line.hasPrefix("  ") {
                exchanges[exchanges.count - 1].answer.append(String(line.dropFirst(2)))
            } else {
                exchanges.append((line, []))
            }
        }
        for (request, expected) in exchanges {
            let found = try await answer(to: request)
            #expect(
                found == expected.joined(separator: "\n"), "\(request)",
                sourceLocation: sourceLocation)
        }
    }

    /// Returns what a request gets, as it is in a transcript.
    func answer(
        to request: String, as contentType: String? = "application/json"
    ) async throws -> String {
        let words = request.split(separator: " ", maxSplits: 2).map(String.init)
        let url = try URL(words[1].hasPrefix("/") ? api + words[1] : words[1])
        var request = URLRequest(url: url)
        request.httpMethod = words[0]
        if words.count > 2 {
            request.httpBody = Data(words[2].utf8)
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        do {
            let (text, status, response) = try await session.send(request)
            let location = response.value(forHTTPHeaderField: "Location").map { "at \($0)" }
            let body = response.bodyInWords(text)
            return ["\(status)", location, body].compactMap(\.self).joined(separator: " ")
        } catch {
            let (bare, own) = (error as NSError, BarricadeError(error))
            return "fails: \(own?.message ?? "\(bare.domain) \(bare.code)")"
        }
    }
}

extension HTTPURLResponse {
    /// JSON as it is, what a problem document says, anything else with its type.
    fileprivate func bodyInWords(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let type = value(forHTTPHeaderField: "Content-Type")
        let json = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        switch type {
        case "application/json": return text
        case "application/problem+json" where json?["status"]?.int == statusCode:
            let pointer = json?["errors"]?[0]?["pointer"]?.string.map { " (\($0))" }
            return "problem: \(json?["detail"]?.string ?? text)\(pointer ?? "")"
        default: return "\(type ?? "no type"): \(text)"
        }
    }
}
