import Barricade
import Foundation

/// The outcome of a held request: at most one member; none means the selected response.
struct Release: Codable, RequestShape {
    static let members = ["response", "error", "live"]

    /// The name of another response of its set.
    var response: String?
    /// The name of a `URLError` code.
    var error: String?
    /// Whether it goes to the real server.
    var live: Bool?

    /// Returns the response to release the request with; `nil` for the selected one.
    func response(for entry: LoggedRequest, in barricade: Barricade) throws -> CannedResponse? {
        switch (response, error, live ?? false) {
        case (nil, nil, false):
            return nil
        case (let name?, nil, false):
            let set = barricade.sets.first { $0.name == entry.set }
            guard let response = set?[name] else {
                throw Problem.unknown(
                    "response of set \"\((entry.set ?? "").shortened)\"", name,
                    among: set?.responses.map(\.name) ?? [])
            }
            return response
        case (nil, let name?, false):
            guard let code = URLError.Code.named.first(where: { $0.name == name })?.value else {
                throw Problem.unknown(
                    "URLError code", name, among: URLError.Code.named.map(\.name))
            }
            return CannedResponse(name, error: code)
        case (nil, nil, true):
            return .live()
        default:
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "A request is released with a response, an error, or live: only one of them.")
        }
    }
}
