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
    /// - Parameter showsAll: Whether to read as much of the body as the screen can show.
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
            return .content(MessageContent(preview))
        } catch {
            return .failure(error.message)
        }
    }

    /// Returns a body; `nil` if it is not there any more.
    func body(of source: BodySource, showsAll: Bool) -> BodyPreview? {
        switch source {
        case .request(let id): return logDetail(of: id)?.request.body
        case .reply(let id): return logDetail(of: id)?.reply?.body
        case .response(let name, let set):
            guard case .content(let content) = detail(of: name, in: set, showsAll: showsAll) else {
                return nil
            }
            return content.body
        }
    }
}

/// The content of a response's detail.
enum ResponseDetail: Sendable, Hashable {
    case content(MessageContent)
    /// An error, or a response that is made for each request; with a short description.
    case madeForEachRequest(String)
    /// A response that cannot be read, with the reason.
    case failure(String)
}

/// A body that can be opened.
enum BodySource: Sendable, Hashable {
    case request(LoggedRequest.ID)
    case reply(LoggedRequest.ID)
    case response(String, set: String)
}
