import Barricade
import BarricadeSurfaces

extension ScreenModel {
    /// The log as it is shown.
    struct LogState {
        var isShown = false
        var isPaused = false
        var filter = LogFilter.all
        /// The requests, newest first; read only while the log is shown.
        var entries: [LoggedRequest] = []
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

    var logFilter: LogFilter {
        get { state.log.filter }
        set { state.log.filter = newValue }
    }

    /// The requests that the filter accepts, newest first.
    var logRows: [LogRow] {
        state.log.entries.filter { logFilter.accepts($0.outcome) }.map { LogRow(entry: $0) }
    }

    /// The text to show if the log is empty; `nil` otherwise.
    var emptyLogText: String? {
        guard logRows.isEmpty else { return nil }
        return state.log.entries.isEmpty
            ? "No request has come." : "No request is \(logFilter.rawValue)."
    }

    func clearLog() {
        perform { $0.clearRequests() }
        state.log.entries = []
    }

    func readLog() {
        guard state.log.isShown, !state.log.isPaused, let barricade else { return }
        state.log.entries = barricade.requests.reversed()
    }

    /// Returns a request's latest state; `nil` if it is no longer in the log.
    func request(_ id: Int) -> LoggedRequest? {
        barricade?.requests.first { $0.id == id } ?? state.log.entries.first { $0.id == id }
    }

    /// Returns the title of the response picker in a request's detail.
    func choiceTitle(of row: SetRow) -> String {
        [.live, .recording].contains(row.summary.mode)
            ? "Once barricaded, \(row.name) answers with" : "The next request to \(row.name) gets"
    }

    /// Explains why sets match a request or do not; `nil` if a set has answered it.
    func explanation(of entry: LoggedRequest) -> MatchExplanation? {
        guard entry.set == nil else { return nil }
        return barricade?.explanation(of: entry.request)
    }
}
