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
    let size: Int?
    /// The beginning of a body of text, in one line.
    let line: String?
    /// The reason why the response is unusable.
    let fault: String?

    init(_ row: ResponseRow) {
        (id, name) = (row.name.identifierForURLs, row.name)
        (size, fault) = (row.bodySize, row.fault)
        line = row.line.isEmpty ? nil : row.line
    }
}
