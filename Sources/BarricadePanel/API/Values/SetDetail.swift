import Barricade
import BarricadeSurfaces
import Foundation

/// A set, a preview of its responses, and its latest requests.
struct SetDetail: Encodable {
    let set: BarricadeOverview.SetSummary
    let responses: [ResponseLine]
    let requests: [RequestSummary]
}

/// A preview of a response in one line.
struct ResponseLine: Encodable {
    let id: String
    let name: String
    /// The size of the whole body; `nil` if it is known only when it is sent.
    var size: Int?
    /// The beginning of a body of text, in one line.
    var line: String?
    /// The reason why the response is unusable.
    var fault: String?

    /// The bytes to read for one line.
    private static let bodyLimit = 120

    init(
        _ response: BarricadeOverview.ResponseSummary, of set: BarricadeOverview.SetSummary,
        in barricade: Barricade
    ) {
        (id, name) = (response.name.identifierForURLs, response.name)
        do throws(BarricadeError) {
            let preview = try barricade.preview(
                of: name, for: set.name, bodyLimit: Self.bodyLimit)
            size = preview?.bodySize
            line = preview.flatMap { Self.line(of: $0.body, isWhole: $0.isWhole) }
        } catch {
            fault = error.message
        }
    }

    /// Returns the text of a body without line breaks; `nil` if the body is not text.
    private static func line(of body: Data, isWhole: Bool) -> String? {
        // The last character may be cut.
        let cuts = isWhole ? 0...0 : 0...3
        let text = cuts.lazy.compactMap { cut in
            String(data: body.dropLast(cut), encoding: .utf8)
        }.first
        guard let text, !text.unicodeScalars.contains(where: { $0.value == 0 }) else { return nil }
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? nil : line
    }
}
