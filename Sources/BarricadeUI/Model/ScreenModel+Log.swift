import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The log as it is shown.
    struct LogState {
        var isShown = false
        var isPaused = false
        var search = LogSearch()
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
        state.log.rows = barricade.requests.reversed().map { LogRow($0) }
    }

    /// Returns a request's latest state; `nil` if it is no longer in the log.
    func request(_ id: Int) -> LoggedRequest? {
        barricade?.requests.first { $0.id == id }
            ?? state.log.rows.first { $0.id == id }?.entry
    }

    /// Explains why sets match a request or do not; `nil` if a set has answered it.
    func explanation(of entry: LoggedRequest) -> MatchExplanation? {
        guard entry.set == nil else { return nil }
        return barricade?.explanation(of: entry.request)
    }
}
