import Barricade
import Foundation

/// The reason why a request is not given to the handler; its connection is closed.
struct Refusal: Error, Equatable {
    let status: HTTP.Status
    let message: String

    init(_ status: HTTP.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Refuses what is not HTTP/1.1.
    static func malformed(_ message: String) -> Refusal { Refusal(.badRequest, message) }

    var response: LoopbackServer.Response { .text(message + "\n", status: status) }
}
