import Barricade
import BarricadeSurfaces
import Foundation

/// The filters of a page of the log.
struct LogQuery: Sendable {
    private let after: Int
    private let before: Int
    private let search: LogSearch
    private let setID: String?

    init(_ request: APIRequest) throws {
        after = try request.integer("after") ?? .min
        before = try request.integer("before") ?? .max
        setID = request.query["set"]
        let name = request.query["filter"] ?? LogFilter.all.rawValue
        guard let filter = LogFilter(rawValue: name) else {
            throw Problem.unknown("filter", name, among: LogFilter.allCases.map(\.rawValue))
        }
        search = LogSearch(filter, text: request.query["search"] ?? "")
    }

    /// Whether a request's number is within the bounds of the page, which do not affect the count.
    func accepts(_ id: LoggedRequest.ID) -> Bool { id > after && id < before }

    func accepts(_ entry: LoggedRequest, in barricade: Barricade) -> Bool {
        guard setID == nil || entry.set?.identifierForURLs == setID else { return false }
        let row = LogRow(entry)
        if search.accepts(row) { return true }
        let reply = barricade.reply(to: entry)
        let bodies = [entry.request.body.data, reply?.body].compactMap(\.self)
        // Masking reads whole bodies, so only those that have the words at all are masked.
        guard !bodies.isEmpty, search.accepts(row, bodies: bodies) else { return false }
        let shown = [entry.request.maskedBodyData, reply?.maskedBody].compactMap(\.self)
        return search.accepts(row, bodies: shown)
    }
}

/// Requests of the log, newest first.
struct LogPage: Codable {
    let requests: [RequestSummary]
    /// The number of requests that the filters accept, on all pages.
    let count: Int
    /// The number below which the next page begins; `nil` on the last page.
    let next: LoggedRequest.ID?
    /// The number of the first request since the log was last cleared, or of the next one.
    let first: LoggedRequest.ID

    /// The most requests on a page.
    static let largest = 1_000

    /// Returns the latest requests, newest first.
    static func latest(of barricade: Barricade) -> [RequestSummary] {
        barricade.requests.suffix(largest).reversed().map { RequestSummary($0) }
    }

    init(of barricade: Barricade, accepting query: LogQuery, limit: Int) {
        first = barricade.firstRequestID
        let found = barricade.requests.filter { query.accepts($0, in: barricade) }
        let rest = found.filter { query.accepts($0.id) }
        requests = rest.suffix(limit).reversed().map { RequestSummary($0) }
        count = found.count
        next = rest.count > limit ? requests.last?.id : nil
    }
}
