import Barricade
import LoopbackServer

/// A method and a path of the API, and the handler of their requests.
struct APIRoute: Sendable {
    typealias Answer =
        @Sendable (PanelAPI, APIRequest) async throws -> LoopbackServer.Response

    let method: HTTP.Method
    /// The path below ``PanelAPI/root``, as in `openapi.json`: `/sets/{set}`.
    let path: String
    let answer: Answer
    private let segments: [String]

    init(_ method: HTTP.Method, _ path: String, answer: @escaping Answer) {
        self.method = method
        self.path = path
        self.answer = answer
        segments = Self.segments(of: path).map(String.init)
    }

    /// Returns the values of the named segments in a decoded path; `nil` if it does not match.
    func values(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (wanted, found) in zip(segments, path) {
            if wanted.hasPrefix("{") {
                values[String(wanted.dropFirst().dropLast())] = found
            } else if wanted != found {
                return nil
            }
        }
        return values
    }

    static func segments(of path: some StringProtocol) -> [Substring] {
        Substring(path).split(separator: "/", omittingEmptySubsequences: false)
    }
}
