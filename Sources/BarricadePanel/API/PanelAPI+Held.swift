import BarricadeSurfaces
import Barricade
import Foundation

// The routes that release held requests and wait for requests.
extension PanelAPI {
    static let heldRoutes: [APIRoute] = [
        APIRoute(.get, "/held") { _, request in
            try .json(HeldList(heldRequests: request.barricade.overview.heldRequests))
        },
        APIRoute(.post, "/held/release") { _, request in
            _ = try request.body(as: EmptyBody.self)
            request.barricade.releaseAll()
            return .done
        },
        APIRoute(.post, "/held/{request}/release") { _, request in
            let release = try request.body(as: Release.self)
            let entry = try request.loggedRequest()
            let response = try release.response(for: entry, in: request.barricade)
            guard request.barricade.release(entry.id, with: response) else {
                throw Problem(
                    .conflict, .notWaiting,
                    """
                    Request \(entry.id) (\(entry.request)) does not wait any more: \
                    \(entry.outcome).
                    """)
            }
            return .done
        },
        APIRoute(.post, "/wait") { _, request in
            let wait = try request.body(as: Wait.self)
            return try .json(Waited(request: try await wait.result(in: request.barricade)))
        },
    ]
}
