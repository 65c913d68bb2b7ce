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

/// One event of a stream of server-sent events (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// Its lines as they are sent, with the empty one that ends it.
    let text: String

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - data: What it carries, of any number of lines; `nil` sends none.
    ///   - event: Its type; `nil` means `message`.
    ///   - id: What a client sends as `Last-Event-ID` when it comes back.
    ///   - retry: How long a client waits before it does.
    public init(
        _ data: String?, event: String? = nil, id: String? = nil, retry: Duration? = nil
    ) {
        var lines: [String] = []
        if let event { lines.append("event: \(Self.oneLine(event))") }
        if let id { lines.append("id: \(Self.oneLine(id))") }
        if let retry {
            lines.append(
                "retry: \(max(retry.components.seconds * 1_000 + retry.components.attoseconds / 1_000_000_000_000_000, 0))"
            )
        }
        if let data { lines += Self.lines(data).map { "data: \($0)" } }
        text = lines.map { "\($0)\n" }.joined() + "\n"
    }

    private init(text: String) {
        self.text = text
    }

    /// A comment, which clients pass over; servers send them to keep a connection open.
    public static func comment(_ text: String) -> ServerSentEvent {
        ServerSentEvent(text: lines(text).map { ": \($0)\n" }.joined() + "\n")
    }

    /// Lines end in CR, LF or both, and would end a field early.
    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    private static func oneLine(_ text: String) -> String {
        lines(text).joined(separator: " ")
    }
}
