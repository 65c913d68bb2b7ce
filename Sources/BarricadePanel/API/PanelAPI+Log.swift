import Barricade
import BarricadeSurfaces
import Foundation

// The routes about the log.
extension PanelAPI {
    static let logAnswers: [APIOperation.Name: Answer] = [
        .log: { _, request in
            let limit = try request.integer("limit", in: 1 ... .max) ?? 100
            return try .json(
                LogPage(
                    of: request.barricade, accepting: try LogQuery(request),
                    limit: min(limit, LogPage.largest)))
        },
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
        if let setID,
            !setID.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        {
            throw Problem(
                .unprocessableContent, .unacceptableValue,
                "The query item \"set\" is not the identifier of a set, got \"\(setID.shortened)\"."
            )
        }
        let name = request.query["filter"] ?? LogFilter.all.rawValue
        let filter = try LogFilter.allCases.element(named: name, "filter", by: \.rawValue)
        search = LogSearch(filter, text: request.query["search"] ?? "")
    }

    /// Whether a request's number is within the bounds of the page, which do not affect the count.
    func accepts(_ id: LoggedRequest.ID) -> Bool { id > after && id < before }

    func accepts(_ entry: LoggedRequest, in barricade: Barricade) -> Bool {
        guard setID == nil || entry.set?.identifierForURLs == setID else { return false }
        return search.filter.accepts(entry.outcome)
            && search.hasWords(LogRow(entry), in: barricade)
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
