public import Foundation

/// A body that comes in pieces, over time.
enum BodyPieces: Sendable {
    /// Pieces that are known, each after a pause.
    case paced([Data], every: Duration)
    /// Server-sent events, each after a pause.
    case events([Data], every: Duration)
    /// Pieces as they come: the closure begins anew, and returns what gives one after the other.
    case stream(@Sendable () -> () async throws -> Data?)

    /// The size of all pieces; `nil` where it is not known.
    var size: Int? {
        known?.pieces.reduce(0) { $0 + $1.count }
    }

    var fault: String? {
        guard let pause = known?.pause, pause < .zero else { return nil }
        return "the pause between its pieces is negative"
    }

    /// The pieces, and the pause before each; `nil` where they are not known.
    var known: (pieces: [Data], pause: Duration)? {
        switch self {
        case .paced(let pieces, let pause), .events(let pieces, let pause): (pieces, pause)
        case .stream: nil
        }
    }
}

extension ResponseBody {
    /// Pieces that come one by one, each after a pause; data delegates see them as they come.
    ///
    /// On Linux, tasks with a completion handler, and async ones, get them all at the end.
    public static func chunks(
        _ chunks: [Data], every pause: Duration = .zero,
        contentType: String = "application/octet-stream"
    ) -> ResponseBody {
        ResponseBody(kind: .pieces(.paced(chunks, every: pause)), contentType: contentType)
    }

    /// Pieces of text that come one by one, each after a pause.
    public static func chunks(
        _ chunks: [String], every pause: Duration = .zero,
        contentType: String = "text/plain; charset=utf-8"
    ) -> ResponseBody {
        .chunks(chunks.map { Data($0.utf8) }, every: pause, contentType: contentType)
    }

    /// Pieces as a sequence gives them; the closure makes one for each request.
    ///
    /// The next piece is asked for once the task's owner has taken those before it, but for a few.
    /// An error that it throws fails the load, and so does a pause longer than the request's timeout.
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
