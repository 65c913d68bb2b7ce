import Barricade

/// The reason why a request does not reach the handler; its connection is closed.
struct Refusal: Error, Equatable {
    let status: HTTP.Status
    let message: String

    init(_ status: HTTP.Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// Refuses a malformed request.
    static func malformed(_ message: String) -> Refusal { Refusal(.badRequest, message) }

    static func bodyTooLarge(_ limit: Int) -> Refusal {
        Refusal(413, "The body is larger than \(limit) bytes.")
    }

    static let longTarget = Refusal(414, "The request line is too long.")
    static let longHead = Refusal(431, "The header fields are too many or too long.")
    static let badChunk = malformed("A chunk of the body cannot be read.")

    var response: LoopbackServer.Response { .text(message + "\n", status: status) }
}
