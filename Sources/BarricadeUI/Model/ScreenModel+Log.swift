import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// What was read of the log, so that drawing it again costs little.
    struct LogCache {
        /// The requests, newest first, and the overview that they belong to.
        var rows: [LogRow] = []
        var revision: Int?
        /// The words that were searched for last, and whether requests that have ended have them.
        var words = ""
        var found: [LoggedRequest.ID: Bool] = [:]
    }

    /// The requests that the search finds, newest first, and the number that each filter accepts.
    var foundLog: (rows: [LogRow], counts: [LogFilter: Int]) {
        readLog()
        return state.logSearch.filtered(logCache.rows.filter(hasWords))
    }

    /// The text to show if no request is found.
    var emptyLogText: String { state.logSearch.emptyText(hasRows: !logCache.rows.isEmpty) }

    func clearLog() {
        logCache = LogCache()
        perform { $0.clearRequests() }
    }

    private func readLog() {
        let revision = state.overview.revision
        guard !state.isLogPaused, logCache.revision != revision, let barricade else { return }
        let known = Dictionary(logCache.rows.map { ($0.id, $0) }) { first, _ in first }
        logCache.rows = barricade.requests.reversed().map { LogRow($0, after: known[$0.id]) }
        logCache.revision = revision
    }

    private func hasWords(_ row: LogRow) -> Bool {
        let search = state.logSearch
        if search.text != logCache.words { (logCache.words, logCache.found) = (search.text, [:]) }
        if let isFound = logCache.found[row.id] { return isFound }
        let isFound = search.hasWords(row, in: barricade)
        if row.entry.duration != nil { logCache.found[row.id] = isFound }
        return isFound
    }

    /// Returns all that is known of a request; `nil` if it is no longer in the log.
    func logDetail(of id: LoggedRequest.ID) -> LogDetail? {
        let row = logCache.rows.first { $0.id == id }
        guard let entry = barricade?.loggedRequest(id) ?? row?.entry else { return nil }
        let basis = DetailBasis(
            id: id, outcome: entry.outcome, duration: entry.duration, drift: entry.drift,
            replySize: barricade?.reply(to: entry)?.bodySize, showsSecrets: state.showsSecrets,
            sets: state.overview.sets.map { "\($0.version)\($0.mode.rawValue)" })
        if let detailCache, detailCache.basis == basis { return detailCache.detail }
        let detail = LogDetail(entry, in: barricade, isMasked: !state.showsSecrets)
        detailCache = (basis, detail)
        return detail
    }

    /// The values on which a detail depends; it is large, and drawn ten times a second.
    struct DetailBasis: Equatable {
        let id: LoggedRequest.ID
        let outcome: LoggedRequest.Outcome
        let duration: Duration?
        let drift: [String]
        let replySize: Int?
        let showsSecrets: Bool
        /// The version and the mode of each set, since all may be nearest.
        let sets: [String]
    }
}
