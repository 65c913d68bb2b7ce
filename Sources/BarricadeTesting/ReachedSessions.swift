public import Barricade
package import BarricadeCommon

/// The process's sessions that a test's barricade intercepts, besides its own session.
///
/// ```swift
/// @Test(.barricade(profile, reaching: .sharedSession)) func showsTheName() async throws {
/// ```
///
/// The process shares them, so only one such test runs at a time, in any suite; other tests run
/// in parallel with it.
public struct ReachedSessions: Sendable {
    let includesSharedSession: Bool
    let barricades: [@Sendable () -> Barricade]

    /// `URLSession.shared`, and no other session.
    public static let sharedSession = ReachedSessions(includesSharedSession: true, barricades: [])

    /// The sessions of an app's barricade; during the test, the test's barricade intercepts them.
    ///
    /// The app's barricade still answers requests that began before the test.
    public static func sessions(
        of barricade: @autoclosure @escaping @Sendable () -> Barricade
    ) -> ReachedSessions {
        ReachedSessions(includesSharedSession: false, barricades: [barricade])
    }
}

extension ReachedSessions: ExpressibleByArrayLiteral {
    /// Joins several; an empty list means none.
    public init(arrayLiteral elements: ReachedSessions...) {
        self.init(joining: elements)
    }

    init(joining all: [ReachedSessions]) {
        self.init(
            includesSharedSession: all.contains(where: \.includesSharedSession),
            barricades: all.flatMap(\.barricades))
    }
}

extension ReachedSessions {
    /// The lock for tests that reach such sessions.
    package static let lock = TaskLock()

    private var isEmpty: Bool { !includesSharedSession && barricades.isEmpty }

    /// Runs a test while only its barricade intercepts the sessions.
    func run(
        reachedBy barricade: Barricade, _ test: @Sendable () async throws -> Void
    ) async throws {
        if isEmpty { return try await test() }
        try await Self.lock.withLock {
            let leave = enter(barricade)
            defer { leave() }
            try await test()
        }
    }

    /// Makes a barricade intercept the sessions; returns a closure that ends it.
    func enter(_ barricade: Barricade) -> @Sendable () -> Void {
        let others = barricades.map { $0() }.filter { $0 !== barricade }
        others.forEach { barricade.beginSubstitution(for: $0) }
        if includesSharedSession { barricade.enable() }
        return {
            if includesSharedSession { barricade.disable() }
            others.forEach { barricade.endSubstitution(for: $0) }
        }
    }
}
