public import Barricade
package import BarricadeCommon

/// The sessions of the process that a test's barricade answers too, besides its own.
///
/// ```swift
/// @Test(.barricade(profile, reaching: .sharedSession)) func showsTheName() async throws {
/// ```
///
/// They are one for the process, so only one such test runs at a time, whatever its suite; other
/// tests run beside it.
public struct ReachedSessions: Sendable {
    let includesSharedSession: Bool
    let barricades: [@Sendable () -> Barricade]

    /// `URLSession.shared`, and no other session.
    public static let sharedSession = ReachedSessions(includesSharedSession: true, barricades: [])

    /// The sessions that an app's own barricade is installed in, which it does not answer meanwhile.
    ///
    /// Requests that have begun before the test keep the app's barricade.
    public static func sessions(
        of barricade: @autoclosure @escaping @Sendable () -> Barricade
    ) -> ReachedSessions {
        ReachedSessions(includesSharedSession: false, barricades: [barricade])
    }

    private init(includesSharedSession: Bool, barricades: [@Sendable () -> Barricade]) {
        self.includesSharedSession = includesSharedSession
        self.barricades = barricades
    }
}

extension ReachedSessions: ExpressibleByArrayLiteral {
    /// Joins several; an empty list reaches none.
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
    /// The lock that the tests take which reach them.
    package static let lock = TaskLock()

    private var isEmpty: Bool { !includesSharedSession && barricades.isEmpty }

    /// Runs a test while its barricade reaches the sessions, and no other test's does.
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

    /// Makes a barricade reach the sessions; returns what ends that.
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
