/// Keeps a body from going out faster than the task's owner takes its pieces.
struct FlowControl {
    /// How many pieces may be on their way.
    private static let window = 4

    private let taken: AsyncStream<Void>.Continuation
    private var takings: AsyncStream<Void>.Iterator
    private var underWay = 0

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        taken = continuation
        takings = stream.makeAsyncIterator()
    }

    /// What to send behind each piece.
    var mark: Exchange.Event { .mark { [taken] in taken.yield() } }

    /// Waits, after a piece and its mark, until the next piece may go.
    mutating func wait() async throws {
        underWay += 1
        guard underWay > Self.window else { return }
        await takings.next()
        try Task.checkCancellation()
        underWay -= 1
    }
}
