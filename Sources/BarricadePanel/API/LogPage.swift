import Barricade
import BarricadeSurfaces

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

    /// Returns the latest of some requests, newest first.
    static func rows(of entries: [LoggedRequest], _ count: Int) -> [RequestSummary] {
        entries.suffix(count).reversed().map { RequestSummary($0) }
    }

    /// Makes the page that a query asks for; its bounds do not affect the count.
    ///
    /// - Throws: ``BarricadeError/Code/unknownName`` if no set has or had the name.
    init(_ request: APIRequest) throws {
        let (query, barricade) = (request.query, request.barricade)
        func integer(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
        let limit = min(integer("limit") ?? 100, Self.largest)
        let (after, before) = (integer("after") ?? .min, integer("before") ?? .max)
        let filter = query["filter"].flatMap { LogFilter(rawValue: $0) } ?? .all
        let search = LogSearch(filter, text: query["search"] ?? "")
        first = barricade.log.first
        let set = query["set"].map { String(identifierForURLs: $0) ?? $0 }
        let entries = try set.map { try barricade.requests(for: $0) } ?? barricade.requests
        let found = entries.filter { entry in
            filter.accepts(entry.outcome) && search.hasWords(LogRow(entry), in: barricade)
        }
        let rest = found.filter { $0.id > after && $0.id < before }
        requests = Self.rows(of: rest, limit)
        count = found.count
        next = rest.count > limit ? requests.last?.id : nil
    }
}
