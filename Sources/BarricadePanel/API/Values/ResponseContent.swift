import Barricade
import BarricadeCommon
import BarricadeSurfaces
import Foundation

/// The content of a response; a response made for each request has no content and no fault.
struct ResponseContent: Encodable {
    /// The head and the beginning of the body.
    struct Content: Encodable {
        let status: Int
        /// The status with its meaning: `404 not found`.
        let statusWords: String
        let headers: [HeaderField]
        /// The beginning of the body, in base64.
        let body: Data
        /// The size of the whole body; `nil` if it is known only when it is sent.
        let bodySize: Int?
        let isWhole: Bool

        init(_ preview: ResponsePreview) {
            status = preview.status.rawValue
            statusWords = preview.status.words
            headers = preview.headers.fields.map { HeaderField($0) }
            body = preview.body
            bodySize = preview.bodySize
            isWhole = preview.isWhole
        }
    }

    let id: String
    let name: String
    let summary: String
    var content: Content?
    /// The reason why the response is unusable.
    var fault: String?

    init(
        _ response: BarricadeOverview.ResponseSummary, of set: BarricadeOverview.SetSummary,
        in barricade: Barricade, bodyLimit: Int
    ) {
        (id, name) = (response.name.identifierForURLs, response.name)
        summary = response.summary
        do throws(BarricadeError) {
            content = try barricade.preview(of: name, for: set.name, bodyLimit: bodyLimit)
                .map { Content($0) }
        } catch {
            fault = error.message
        }
    }
}
