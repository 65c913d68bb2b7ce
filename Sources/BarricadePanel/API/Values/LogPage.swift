import Barricade

/// Requests of the log, newest first.
struct LogPage: Codable {
    let requests: [RequestSummary]
    /// The number of requests that the filters accept, on all pages.
    let count: Int
    /// The number below which the next page begins; `nil` on the last page.
    let next: LoggedRequest.ID?
    /// The number that the first request since the log was last cleared has or will have.
    let first: LoggedRequest.ID

    init(of barricade: Barricade, accepting query: LogQuery, limit: Int) {
        first = barricade.firstRequestID
        let found = barricade.requests.filter(query.accepts)
        let rest = found.filter { query.accepts($0.id) }
        requests = rest.suffix(limit).reversed().map { RequestSummary($0) }
        count = found.count
        next = rest.count > limit ? requests.last?.id : nil
    }
}
