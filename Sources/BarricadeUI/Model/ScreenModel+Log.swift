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
        state.log.rows = barricade.requests.reversed().map { LogRow($0) }
    }

    /// Returns all that is known of a request; `nil` if it is no longer in the log.
    func logDetail(of id: LoggedRequest.ID) -> LogDetail? {
        barricade?.logDetail(of: id, isMasked: !showsSecrets)
            ?? state.log.rows.first { $0.id == id }
            .map { LogDetail($0.entry, in: barricade, isMasked: !showsSecrets) }
    }

    /// Whether requests and replies are shown with their secrets.
    var showsSecrets: Bool {
        get { state.log.showsSecrets }
        set { state.log.showsSecrets = newValue }
    }
}
