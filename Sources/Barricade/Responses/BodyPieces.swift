public import Foundation

/// A body that comes in pieces, over time.
enum BodyPieces: Sendable {
    /// Pieces that are known, each after a pause.
    case paced([Data], every: Duration)
    /// Pieces as they come.
    case stream(@Sendable () -> AsyncThrowingStream<Data, any Error>)

    /// The size of all pieces; `nil` where it is not known.
    var size: Int? {
        guard case .paced(let pieces, _) = self else { return nil }
        return pieces.reduce(0) { $0 + $1.count }
    }

    var fault: String? {
        guard case .paced(_, let pause) = self, pause < .zero else { return nil }
        return "the pause between its pieces is negative"
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
    /// An error that it throws fails the load, and so does a pause longer than the request's timeout.
    public static func stream<Pieces: AsyncSequence & Sendable>(
        contentType: String = "application/octet-stream",
        _ pieces: @escaping @Sendable () -> Pieces
    ) -> ResponseBody where Pieces.Element == Data {
        ResponseBody(
            kind: .pieces(.stream { forwarding(pieces()) }), contentType: contentType)
    }

    /// Server-sent events, each after a pause (WHATWG HTML, section 9.2).
    public static func events(
        _ events: [ServerSentEvent], every pause: Duration = .zero
    ) -> ResponseBody {
        .chunks(
            events.map { Data($0.text.utf8) }, every: pause, contentType: "text/event-stream")
    }

    private static func forwarding<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces
    ) -> AsyncThrowingStream<Data, any Error> where Pieces.Element == Data {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    for try await piece in pieces { continuation.yield(piece) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
