import Barricade
import Testing

extension BarricadeRequest {
    /// Makes a request of a line such as `POST /login` or `https://example.com/`.
    ///
    /// The method is GET unless one is named, the host that of ``api`` where there is only a path.
    static func line(_ line: String, headers: [String: String] = [:]) throws -> BarricadeRequest {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let target = try #require(words.last)
        let url = try URL(target.hasPrefix("/") ? api + target : target)
        var request = URLRequest(url: url)
        if words.count == 2 { request.httpMethod = words[0] }
        request.allHTTPHeaderFields = headers
        return try #require(BarricadeRequest(request))
    }
}
