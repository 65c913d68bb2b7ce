public import Foundation

/// A body that arrives in pieces over time.
package enum BodyPieces: Sendable {
    /// Pieces known beforehand, each after a pause.
    case paced([Data], every: Duration)
    /// Server-sent events, each after a pause.
    case events([Data], every: Duration)
    /// Pieces of an asynchronous sequence; the closure starts a new iteration.
    case stream(@Sendable () -> () async throws -> Data?)

    /// The size of all pieces; `nil` if it is unknown.
    var size: Int? {
        known?.pieces.reduce(0) { $0 + $1.count }
    }

    package var fault: String? {
        guard let pause = known?.pause, pause < .zero else { return nil }
        return "the pause between its pieces is negative"
    }

    /// The pieces, and the pause before each; `nil` if they are unknown.
    var known: (pieces: [Data], pause: Duration)? {
        switch self {
        case .paced(let pieces, let pause), .events(let pieces, let pause): (pieces, pause)
        case .stream: nil
        }
    }
}

extension ResponseBody {
    /// Pieces that arrive one by one, each after a pause; data delegates get them as they arrive.
    ///
    /// On Linux, async tasks and those with a completion handler get all pieces at the end.
    public static func chunks(
        _ chunks: [Data], every pause: Duration = .zero,
        contentType: String = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .pieces(.paced(chunks, every: pause)), contentType: contentType)
    }

    /// Pieces of text that arrive one by one, each after a pause.
    public static func chunks(
        _ chunks: [String], every pause: Duration = .zero,
        contentType: String = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .chunks(chunks.map { Data($0.utf8) }, every: pause, contentType: contentType)
    }

    /// Pieces from an asynchronous sequence; the closure makes one for each request.
    ///
    /// The sequence runs only a few pieces ahead of the task's delegate. An error that it throws
    /// fails the load, and so does a pause longer than the request's timeout.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        contentType: String = "application/octet-stream",
        _ pieces: @escaping @Sendable () -> Pieces
    ) -> ResponseBody where Pieces.Element == Data {
        let begin: @Sendable () -> () async throws -> Data? = {
            var iterator = pieces().makeAsyncIterator()
            return { try await iterator.next() }
        }
        return ResponseBody(kind: .pieces(.stream(begin)), contentType: contentType)
    }

    /// Server-sent events, each after a pause (WHATWG HTML, section 9.2).
    public static func events(
        _ events: [ResponseBody.ServerSentEvent], every pause: Duration = .zero
    ) -> ResponseBody {
        ResponseBody(
            kind: .pieces(.events(events.map { Data($0.text.utf8) }, every: pause)),
            contentType: "text/event-stream")
    }
}
