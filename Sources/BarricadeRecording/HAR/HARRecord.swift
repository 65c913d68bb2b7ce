/// An entry of a HAR file to be written.
package struct HARRecord: Sendable {
    package var exchange: Exchange
    /// A note on what the fields cannot say; usually `nil`.
    package var comment: String?
    /// Whether the body of the reply is known; if not, its size is written as -1.
    package var isBodyKnown = true

    package init(_ exchange: Exchange) {
        self.exchange = exchange
    }
}

extension HARRecord {
    /// Redacts the exchange; drops its bodies if they cannot be redacted.
    ///
    /// - Parameter lesson: What was learned from the exchange.
    /// - Throws: The reason why it cannot be kept at all.
    mutating func redact(by redactor: Redactor, after lesson: Redactor.Lesson) throws {
        do {
            exchange = try redactor.redact(exchange, after: lesson)
        } catch {
            exchange.request.body = .none
            if case .reply(var reply) = exchange.outcome {
                reply.body = .none
                exchange.outcome = .reply(reply)
            }
            exchange = try redactor.redact(exchange)
            isBodyKnown = false
            comment = "Its body is left out, since it cannot be redacted."
        }
    }
}
