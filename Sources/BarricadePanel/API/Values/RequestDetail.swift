import Barricade
import BarricadeSurfaces

/// A request in the log with all that is known of it.
struct RequestDetail: Codable {
    let request: RequestSummary
    /// A command for a shell, with secrets masked.
    let curl: String
    let headers: [HeaderField]
    let pathValues: [String: String]
    /// Bytes of the body that the log has kept; `nil` if it has none.
    let bodySize: Int?
    let bodySummary: String
    let explanation: String?
    /// Why the nearest sets do not match; `nil` if one claimed it.
    let match: MatchExplanation?

    init(_ entry: LoggedRequest, in barricade: Barricade) {
        request = RequestSummary(entry)
        curl = entry.request.curl
        headers = entry.request.maskedHeaders.map { HeaderField($0) }
        pathValues = entry.request.pathValues
        bodySize = entry.request.body.data?.count
        bodySummary = "\(entry.request.body)"
        explanation = entry.explanation
        match = entry.set == nil ? barricade.explanation(of: entry.request) : nil
    }
}

/// A header field.
struct HeaderField: Codable {
    let name: String
    let value: String

    init(_ field: HTTP.Headers.Field) {
        name = field.name
        value = field.value
    }
}
