import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The log as it is shown.
    struct LogState {
        var isShown = false
        var isPaused = false
        var search = LogSearch()
        var showsSecrets = false
        /// The requests, newest first; read only while the log is shown.
        var rows: [LogRow] = []
    }

    /// Whether the log is on the screen; otherwise it is not read.
    var isLogShown: Bool {
        get { state.log.isShown }
        set {
            guard newValue != state.log.isShown else { return }
            state.log.isShown = newValue
            readLog()
        }
    }

    /// Whether the shown log ignores new requests.
    var isLogPaused: Bool {
        get { state.log.isPaused }
        set {
            state.log.isPaused = newValue
            readLog()
        }
    }

    var logSearch: LogSearch {
        get { state.log.search }
        set { if newValue != state.log.search { state.log.search = newValue } }
    }

    /// The requests that the search finds, newest first, and the number that each filter accepts.
    var foundLog: (rows: [LogRow], counts: [LogFilter: Int]) {
        state.log.search.found(in: state.log.rows)
    }

    /// The text to show if no request is found.
    var emptyLogText: String { state.log.search.emptyText(hasRows: !state.log.rows.isEmpty) }

    func clearLog() {
        perform { $0.clearRequests() }
        state.log.rows = []
    }

    func readLog() {
        guard state.log.isShown, !state.log.isPaused, let barricade else { return }
        let known = Dictionary(state.log.rows.map { ($0.id, $0) }) { first, _ in first }
        state.log.rows = barricade.requests.reversed().map { LogRow($0, after: known[$0.id]) }
    }

    /// Returns all that is known of a request; `nil` if it is no longer in the log.
    func logDetail(of id: LoggedRequest.ID) -> LogDetail? {
        let row = state.log.rows.first { $0.id == id }
        guard let entry = barricade?.loggedRequest(id) ?? row?.entry else { return nil }
        let basis = DetailBasis(
            id: id, outcome: entry.outcome, duration: entry.duration, drift: entry.drift,
            replySize: barricade?.reply(to: entry)?.bodySize, showsSecrets: showsSecrets,
            setCount: overview.sets.count)
        if let detailCache, detailCache.basis == basis { return detailCache.detail }
        let detail = LogDetail(entry, in: barricade, isMasked: !showsSecrets)
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
        let setCount: Int
    }

    /// Whether requests and replies are shown with their secrets.
    var showsSecrets: Bool {
        get { state.log.showsSecrets }
        set { state.log.showsSecrets = newValue }
    }
}
