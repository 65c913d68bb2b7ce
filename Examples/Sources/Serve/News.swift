import Barricade
import Foundation

/// What the bookshop's service tells as it happens: server-sent events, one a second.
enum News {
    private static let events = ["Salt and Sea is sold out.", "Winter sale from Monday."].map {
        ResponseBody.ServerSentEvent($0, event: "news")
    }

    static let set = ResponseSet("News", on: .get("/v1/news")) {
        CannedResponse("Two", body: .events(events, every: .seconds(1)))
        CannedResponse("Line Drops", body: .events(events, every: .seconds(1)))
            .failing(.networkConnectionLost, after: .events(1))
        CannedResponse.offline()
    }
}
