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
        func fault(for body: ResponseBody) -> String? {
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
        changingReplies { $0.failure = (error, point) }
    }

    /// Returns a sequence in which every nth load of the response fails partway.
    ///
    /// ```swift
    /// CannedResponse("Drops Every Third", file: "books.json")
    ///     .failing(.networkConnectionLost, everyNth: 3)
    /// ```
    public func failing(
        _ code: URLError.Code, after point: CannedResponse.FailurePoint = .headers,
        everyNth count: Int
    ) -> CannedResponse {
        var last = failing(code, after: point)
        last.repeats = nil
        // A count below 1 is a fault of the sequence.
        let elements = count == 1 ? [last] : [times(max(count, 0) - 1), last]
        var series = CannedResponse(
            name, .series(ResponseSeries(elements: elements, order: .inTurn(.cycle))))
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
}

extension Data {
    /// Turns JSON into invalid JSON of the same size.
    package mutating func malform() {
        if let last = indices.last { self[last] = UInt8(ascii: ",") }
    }
}
