import Barricade

/// The task of a test, in which the handlers and streams of its barricade start.
///
/// So an expectation in a handler belongs to the test, and `Barricade.current` is its barricade.
final class TestTask: Plugin {
    private let begins: AsyncStream<@Sendable () -> Void>.Continuation
    private let scope: @Sendable () -> BarricadeScope?

    /// Makes one of the current task, which must not retain the scope: it goes on until the barricade
    /// is gone.
    init(_ scope: BarricadeScope) {
        let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
        begins = continuation
        self.scope = { [weak scope] in scope }
        Task { for await begin in stream { begin() } }
    }

    deinit {
        begins.finish()
    }

    func start(_ begin: @escaping @Sendable () -> Void) -> Bool {
        begins.yield { [scope] in BarricadeScope.$current.withValue(scope(), operation: begin) }
        return true
    }
}
