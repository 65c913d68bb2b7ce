import Barricade
import BarricadeSurfaces
import Foundation

// The routes about the log.
extension PanelAPI {
    static let logAnswers: [APIOperation.Name: Answer] = [
        .log: { _, request in try .json(LogPage(request)) },
        .clearLog: { _, request in
            request.barricade.clearRequests()
            return .done
        },
        .request: { _, request in
            try .json(RequestDetail(try request.loggedRequest(), in: request.barricade))
        },
        .requestBody: { _, request in
            let entry = try request.loggedRequest()
            guard let data = entry.request.maskedBodyData else {
                throw Problem(
                    .conflict, .unacceptableValue,
                    "The log has no body of request \(entry.id): \(entry.request.body).")
            }
            return .attachment(data)
        },
        .replyBody: { _, request in
            let entry = try request.loggedRequest()
            guard let reply = request.barricade.reply(to: entry) else {
                throw Problem(
                    .conflict, .unacceptableValue,
                    """
                    No reply to request \(entry.id) was kept: replies are kept while a page or a \
                    screen is open.
                    """)
            }
            return .attachment(reply.maskedBody)
        },
    ]
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

    /// Makes the page that a query asks for; its bounds do not affect the count.
    init(_ request: APIRequest) throws {
        let limit = min(try request.integer("limit", in: 1 ... .max) ?? 100, Self.largest)
        let after = try request.integer("after") ?? .min
        let before = try request.integer("before") ?? .max
        let set = request.query["set"]
        if let set, !set.utf8.allSatisfy(\.isTokenByte) {
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "The query item \"set\" is not the identifier of a set, got \"\(set.shortened)\".")
        }
        let name = request.query["filter"] ?? LogFilter.all.rawValue
        let filter = try LogFilter.allCases.element(named: name, "filter", by: \.rawValue)
        let search = LogSearch(filter, text: request.query["search"] ?? "")
        let barricade = request.barricade
        first = barricade.firstRequestID
        let found = barricade.requests.filter { entry in
            (set == nil || entry.set?.identifierForURLs == set) && filter.accepts(entry.outcome)
                && search.hasWords(LogRow(entry), in: barricade)
        }
        let rest = found.filter { $0.id > after && $0.id < before }
        requests = rest.suffix(limit).reversed().map { RequestSummary($0) }
        count = found.count
        next = rest.count > limit ? requests.last?.id : nil
    }
}
