public import Foundation

extension CannedResponse {
    /// The point in a response at which its load fails.
    public enum FailurePoint: Sendable, Equatable {
        /// After the status and headers, before the body.
        case headers
        /// After a number of bytes of the body, or after all of a shorter one.
        case bytes(Int)
        /// After a number of chunks of the body, or after all of them if it has fewer.
        ///
        /// Only for bodies in pieces: `.chunks(…)`, `.stream { … }`, and `.events(…)`, where each
        /// event is a chunk.
        case chunks(Int)
        /// After a number of server-sent events, or after all if there are fewer. Only for
        /// `.events(…)`.
        case events(Int)

        /// Returns why a load with this body cannot fail here; usually `nil`.
        package func fault(for body: ResponseBody) -> String? {
            switch (self, body.kind) {
            case (.bytes(let count), _) where count < 0:
                "it fails after a negative number of bytes"
            case (.chunks(let count), _) where count < 0:
                "it fails after a negative number of chunks"
            case (.events(let count), _) where count < 0:
                "it fails after a negative number of events"
            case (.headers, _), (.bytes, _), (.chunks, .pieces), (.events, .pieces(.events)):
                nil
            case (.chunks, _):
                "it fails after a number of chunks, and its body does not come in chunks"
                    + " (.chunks, .stream or .events)"
            case (.events, _):
                "it fails after a number of events, and its body is not one of .events"
            }
        }
    }
}

extension CannedResponse {
    /// Returns the response with a load that fails partway.
    ///
    /// ```swift
    /// CannedResponse("Cut Off", file: "big.json").failing(.networkConnectionLost, after: .bytes(100))
    /// ```
    ///
    /// A body with fewer bytes, chunks or events arrives whole, and the load still fails. Async
    /// tasks and those with a completion handler get only the error, as from a real server.
    public func failing(
        _ code: URLError.Code, after point: CannedResponse.FailurePoint = .headers
    ) -> CannedResponse {
        failing(with: URLError(code), after: point)
    }

    /// Returns the response with a load that fails partway with any error.
    ///
    /// In a sequence or a handler, every response fails in this way. Other outcomes, such as
    /// errors, stay the same.
    public func failing(
        with error: any Error, after point: CannedResponse.FailurePoint = .headers
    ) -> CannedResponse {
        changingReplies { $0.failure = Failure(error: error, point: point) }
    }

    /// Returns a sequence in which every nth load of the response fails partway.
    ///
    /// ```swift
    /// CannedResponse("Drops Every Third", file: "books.json")
    ///     .failing(.networkConnectionLost, every: 3)
    /// ```
    public func failing(
        _ code: URLError.Code, after point: CannedResponse.FailurePoint = .headers, every count: Int
    ) -> CannedResponse {
        var last = failing(code, after: point)
        last.repeats = nil
        var series = CannedResponse.sequence(name, then: .cycle) {
            // A count below 1 is a fault of the sequence.
            if count != 1 { times(max(count, 0) - 1) }
            last
        }
        series.repeats = repeats
        return series
    }

    /// Returns the response with broken JSON: a comma replaces the body's last byte.
    ///
    /// The status and header fields stay the same. An empty body stays empty. A body in pieces is a
    /// mistake.
    public func malformingJSON() -> CannedResponse {
        changingReplies { $0.isMalformed = true }
    }

    /// Returns the response with more header fields, except those that it already has.
    func adding(_ headers: HTTP.Headers) -> CannedResponse {
        changingReplies { reply in
            for field in headers.fields where reply.headers[field.name] == nil {
                reply.headers.append(field.name, field.value)
            }
        }
    }

    /// Returns a copy with every reply in it changed; a handler's replies change when it returns
    /// them.
    package func changingReplies(
        _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> CannedResponse {
        let outcome: Outcome
        switch self.outcome {
        case .reply(var reply):
            change(&reply)
            outcome = .reply(reply)
        case .series(let series):
            let elements = series.elements.map { $0.changingReplies(change) }
            outcome = .series(ResponseSeries(elements: elements, order: series.order))
        case .handler(let handler):
            outcome = .handler { try await handler($0).changingReplies(change) }
        case .stateful(var handler):
            let answer = handler.answer
            handler.answer = { try await answer($0, $1).changingReplies(change) }
            handler.resource = nil
            outcome = .stateful(handler)
        case .live(let liveChange?):
            outcome = .live { try await liveChange($0, $1).changingReplies(change) }
        case .live(nil):
            outcome = .live { reply, _ in reply.response.changingReplies(change) }
        case .failure, .never:
            return self
        }
        var copy = CannedResponse(name, outcome, delay: delay)
        copy.repeats = repeats
        return copy
    }
}

extension Data {
    /// Turns JSON into invalid JSON of the same size.
    package mutating func malform() {
        if let last = indices.last { self[last] = UInt8(ascii: ",") }
    }
}
