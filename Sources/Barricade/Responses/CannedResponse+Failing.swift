public import Foundation

/// Where in a response its load fails.
public enum FailurePoint: Sendable, Hashable {
    /// The status and headers have come, nothing of the body.
    case headers
    /// So many bytes of the body have come; all of a shorter one.
    case bytes(Int)
    /// So many chunks of the body have come; all of one with fewer.
    ///
    /// For bodies that come in pieces: `.chunks(…)`, `.stream { … }`, and `.events(…)`, of which
    /// each is a chunk. Any other body is a fault.
    case chunks(Int)
    /// So many server-sent events have come; all where there are fewer. Only for `.events(…)`.
    case events(Int)

    /// What keeps a load from failing here, with such a body; usually `nil`.
    func fault(for body: ResponseBody) -> String? {
        switch self {
        case .bytes(let count) where count < 0:
            return "it fails after a negative number of bytes"
        case .chunks(let count) where count < 0:
            return "it fails after a negative number of chunks"
        case .events(let count) where count < 0:
            return "it fails after a negative number of events"
        case .chunks:
            if case .pieces = body.kind { return nil }
            return "it fails after a number of chunks, and its body does not come in chunks"
                + " (.chunks, .stream or .events)"
        case .events:
            if case .pieces(.events) = body.kind { return nil }
            return "it fails after a number of events, and its body is not one of .events"
        case .headers, .bytes:
            return nil
        }
    }
}

extension CannedResponse {
    /// Returns the response with a load that fails on its way.
    ///
    /// ```swift
    /// CannedResponse("Cut Off", file: "big.json").failing(.networkConnectionLost, after: .bytes(100))
    /// ```
    ///
    /// Of a body that has fewer bytes, chunks or events, all come, and the load still fails. Tasks
    /// with a completion handler, and async ones, get the error alone, as from a real server.
    public func failing(
        _ code: URLError.Code, after point: FailurePoint = .headers
    ) -> CannedResponse {
        failing(with: URLError(code), after: point)
    }

    /// Returns the response with a load that fails on its way, with any error.
    ///
    /// Of a sequence or a handler, every answer fails so. A response that is no reply stays as it is.
    public func failing(
        with error: any Error, after point: FailurePoint = .headers
    ) -> CannedResponse {
        changingReplies { $0.failure = Failure(error: error, point: point) }
    }

    /// Returns the response with every nth load failing on its way: a sequence that cycles.
    ///
    /// ```swift
    /// CannedResponse("Drops Every Third", file: "books.json")
    ///     .failing(.networkConnectionLost, every: 3)
    /// ```
    public func failing(
        _ code: URLError.Code, after point: FailurePoint = .headers, every count: Int
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

    /// Returns the response with a body that is JSON no more: a comma stands for its last byte.
    ///
    /// Status and header fields stay as they were. An empty body stays empty, and one that comes in
    /// pieces cannot be given so.
    public func malformingJSON() -> CannedResponse {
        changingReplies { $0.isMalformed = true }
    }

    /// Returns a copy with a change to every reply in it, those of handlers when they come.
    func changingReplies(
        _ change: @escaping @Sendable (inout Reply) -> Void
    ) -> CannedResponse {
        switch outcome {
        case .reply(var reply):
            change(&reply)
            return CannedResponse(copying: self, outcome: .reply(reply))
        case .series(let series):
            let elements = series.elements.map { $0.changingReplies(change) }
            return CannedResponse(
                copying: self,
                outcome: .series(ResponseSeries(elements: elements, order: series.order)))
        case .handler(let handler):
            return CannedResponse(
                copying: self,
                outcome: .handler { try await handler($0).changingReplies(change) })
        case .stateful(var handler):
            let answer = handler.answer
            handler.answer = { try await answer($0, $1).changingReplies(change) }
            return CannedResponse(copying: self, outcome: .stateful(handler))
        case .live(let liveChange?):
            return CannedResponse(
                copying: self,
                outcome: .live { try await liveChange($0, $1).changingReplies(change) })
        case .live(nil):
            return CannedResponse(
                copying: self,
                outcome: .live { reply, _ in reply.response.changingReplies(change) })
        case .failure, .never:
            return self
        }
    }
}
