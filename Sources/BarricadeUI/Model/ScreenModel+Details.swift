import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The responses of a set, in order.
    func responses(of set: String) -> [ResponseRow] {
        guard let summary = state.overview[set] else { return [] }
        return summary.responses.map { ResponseRow($0, of: summary, in: barricade) }
    }

    /// The latest requests that a set has claimed, newest first.
    func latestRequests(to set: String, limit: Int = LogRow.latestCount) -> [LogRow] {
        let entries = (try? barricade?.requests(for: set)) ?? []
        return entries.suffix(limit).reversed().map { LogRow($0) }
    }

    /// Returns what a response would send; `nil` if it is not there any more.
    ///
    /// - Parameter showsAll: Whether to read as much of the body as the screen can show.
    func detail(
        of response: String, in set: String, showsAll: Bool = false
    ) -> ResponseContent? {
        guard let barricade, let summary = state.overview[set]?[response] else { return nil }
        let limit = showsAll ? BodyPreview.mostBytes : BodyPreview.firstBytes
        return ResponseContent(summary, of: set, in: barricade, bodyLimit: limit)
    }

    /// Returns a body; `nil` if it is not there any more.
    func body(of source: BodySource, showsAll: Bool) -> BodyPreview? {
        switch source {
        case .request(let id): return logDetail(of: id)?.request.body
        case .reply(let id): return logDetail(of: id)?.reply?.body
        case .response(let name, let set):
            return detail(of: name, in: set, showsAll: showsAll)?.content?.body
        }
    }
}

/// A body that can be opened.
enum BodySource: Sendable, Hashable {
    case request(LoggedRequest.ID)
    case reply(LoggedRequest.ID)
    case response(String, set: String)
}
