import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The responses of a set, in order.
    func responses(of set: String) -> [ResponseRow] {
        guard let summary = overview[set] else { return [] }
        return summary.responses.map { ResponseRow($0, of: summary, in: barricade) }
    }

    /// The latest requests that a set has claimed, newest first.
    func latestRequests(to set: String, limit: Int = LogRow.latestCount) -> [LogRow] {
        let entries = (try? barricade?.requests(for: set)) ?? []
        return entries.suffix(limit).reversed().map { LogRow($0) }
    }

    /// Returns the status, header fields and body that a response would send.
    ///
    /// - Parameter showsAll: Whether to show as much of the body as the screen can.
    func detail(
        of response: String, in set: String, showsAll: Bool = false
    ) -> ResponseDetail {
        guard let barricade else { return .failure(Self.absence) }
        do {
            let limit = showsAll ? BodyPreview.mostBytes : BodyPreview.firstBytes
            guard let preview = try barricade.preview(of: response, for: set, bodyLimit: limit)
            else {
                return .madeForEachRequest(overview[set]?[response]?.summary ?? "")
            }
            return .content(ResponseContent(preview))
        } catch {
            return .failure(error.message)
        }
    }
}

/// The content of a response's detail.
enum ResponseDetail: Sendable, Hashable {
    case content(ResponseContent)
    /// An error, or a response that is made for each request; with a short description.
    case madeForEachRequest(String)
    /// A response that cannot be read, with the reason.
    case failure(String)
}

/// The status, header fields and body that a response would send.
struct ResponseContent: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    let status: String
    let headers: [Field]
    let body: BodyPreview

    init(_ preview: ResponsePreview) {
        status = preview.status.words
        headers = preview.headers.fields.map { Field(name: $0.name, value: $0.value) }
        body = BodyPreview(
            preview.body, size: preview.bodySize, contentType: preview.headers["Content-Type"])
    }
}
