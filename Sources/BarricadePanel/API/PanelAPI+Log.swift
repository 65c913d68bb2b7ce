import BarricadeSurfaces
import Barricade
import Foundation

// The routes about the log.
extension PanelAPI {
    static let logRoutes: [APIRoute] = [
        APIRoute(.get, "/log") { _, request in
            let limit = try request.integer("limit", in: 1 ... .max) ?? 100
            return try .json(
                LogPage(
                    of: request.barricade, accepting: try LogQuery(request),
                    limit: min(limit, LogPage.largest)))
        },
        APIRoute(.delete, "/log") { _, request in
            request.barricade.clearRequests()
            return .done
        },
        APIRoute(.get, "/log/{request}") { _, request in
            try .json(RequestDetail(try request.loggedRequest(), in: request.barricade))
        },
        APIRoute(.get, "/log/{request}/body") { _, request in
            let entry = try request.loggedRequest()
            guard let data = entry.request.maskedBodyData else {
                throw Problem(
                    .conflict, .unacceptableValue,
                    "The log has no body of request \(entry.id): \(entry.request.body).")
            }
            return .attachment(data)
        },
        APIRoute(.get, "/log/{request}/reply/body") { _, request in
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
