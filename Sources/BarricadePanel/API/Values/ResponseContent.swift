import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation

/// The content of a response; a response made for each request has no content and no fault.
struct ResponseContent: Encodable {
    let id: String
    let name: String
    let summary: String
    /// The version of a response that was made at run time, for `If-Match`.
    let version: String?
    /// The status, the header fields and the beginning of the body.
    var content: MessageContent?
    /// The reason why the response is unusable.
    var fault: String?

    init(
        _ response: BarricadeOverview.ResponseSummary, of set: String, in barricade: Barricade,
        bodyLimit: Int
    ) {
        (id, name) = (response.name.identifierForURLs, response.name)
        summary = response.summary
        version = barricade.version(of: name, in: set)
        do throws(BarricadeError) {
            content = try barricade.preview(of: name, for: set, bodyLimit: bodyLimit)
                .map { MessageContent($0) }
        } catch {
            fault = error.message
        }
    }
}
