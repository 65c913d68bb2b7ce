import BarricadeSurfaces
import Barricade
import Foundation

// The routes about one set.
extension PanelAPI {
    /// The most requests of a set in its detail.
    private static let latestRequests = 5
    /// The most bytes of a body to show at first, and on demand; more would freeze a browser.
    private static let bodyLimits = (usual: 32 << 10, largest: 2 << 20)

    static let setRoutes: [APIRoute] = [
        APIRoute(.get, "/sets/{set}") { _, request in
            let set = try request.set()
            let entries = try request.barricade.requests(for: set.name).suffix(latestRequests)
            return try .json(
                SetDetail(
                    set: set,
                    responses: set.responses.map {
                        ResponseLine($0, of: set, in: request.barricade)
                    },
                    requests: entries.reversed().map { RequestSummary($0) }))
        },
        APIRoute(.patch, "/sets/{set}") { _, request in
            let set = try request.set()
            let change = try request.body(as: Barricade.SetChange.self)
            try request.barricade.change([set.name: change])
            return try .json(try request.set())
        },
        APIRoute(.get, "/sets/{set}/responses/{response}") { _, request in
            let set = try request.set()
            let response = try request.response(of: set)
            let limit = try request.integer("limit", in: 0 ... .max) ?? bodyLimits.usual
            return try .json(
                ResponseContent(
                    response, of: set.name, in: request.barricade,
                    bodyLimit: min(limit, bodyLimits.largest)))
        },
        APIRoute(.get, "/sets/{set}/responses/{response}/body") { _, request in
            let set = try request.set()
            let response = try request.response(of: set)
            let preview = try request.barricade.preview(
                of: response.name, for: set.name, bodyLimit: .max)
            guard let preview, preview.isWhole else {
                throw Problem(
                    .conflict, .unacceptableValue,
                    """
                    Response "\(response.name.shortened)" of set "\(set.name.shortened)" has no \
                    body that is known before it is sent.
                    """)
            }
            return .attachment(preview.body)
        },
    ]
}
