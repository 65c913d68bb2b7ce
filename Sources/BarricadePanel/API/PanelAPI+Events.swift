import Barricade
import Foundation
import LoopbackServer

// The route of events.
extension PanelAPI {
    static let eventRoutes: [APIRoute] = [
        APIRoute(.get, "/events") { api, request in
            let stream = EventStream(
                of: request.barricade, from: api.feed, clock: api.clock,
                after: request.message.headers["Last-Event-ID"])
            return LoopbackServer.Response(
                headers: ["Content-Type": "text/event-stream"],
                body: .events { writer in try await stream.write(to: writer) })
        }
    ]
}
