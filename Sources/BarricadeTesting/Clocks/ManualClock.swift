public import Barricade
import Foundation

/// A clock that stands still until a test advances it.
///
/// ```swift
/// @Test(.barricade(login) { $0.clock = ManualClock() })
/// func showsThatItIsLoading() async throws {
///     let clock = Barricade.current.manualClock
///     try Barricade.current.select("Slow", for: "Login")
///     let model = ScreenModel(session: Barricade.current.session)
///     async let signedIn: Void = model.signIn()
///     try await Barricade.current.waitForRequest(to: "Login")
///     #expect(model.isLoading)
///     await clock.advance(by: .seconds(50))
///     await signedIn
///     #expect(!model.isLoading)
/// }
/// ```
///
/// It advances from wait to wait, and stands still while a request has just begun or has just
/// finished its delay. So a request's delay begins when the request arrives, even on a slow
/// machine. It does not know a test's other tasks: before you advance it, wait for them with the
/// barricade's `waitForRequest(to:)` or with ``waitForSleep(count:timeout:)``.
///
/// A handler, a stream or a held request can take any time. The clock stands still for a handler or
/// a stream up to its limit of work, 0.1 seconds of real time, then counts it as waiting. If time
/// goes on meanwhile, the clock's description and a failed test say so: on a busy machine, the
/// order of events may then differ.
public final class ManualClock: Clock, Sendable {
    public typealias Instant = ClockInstant

    /// An error of a clock: a wait that does not end, or a sleep that does not begin.
    public struct Failure: Error, CustomStringConvertible {
        /// The message, with all waits.
        public let description: String
    }

    private let steps: ClockSteps
    private let unusedTime: IssueReporting

    /// Makes a clock.
    ///
    /// If a request or a task waits on it for 10 seconds of real time, and the test does not
    /// advance it, it prints one message on standard error; also if a call that it runs hangs.
    ///
    /// - Parameters:
    ///   - unusedTime: Whether it is an issue to advance it while nothing waits on it; ignore that if
    ///     code only reads the time.
    ///   - workLimit: The real time for which it stands still for a handler or a stream at work.
    public convenience init(
        unusedTime: IssueReporting = .reported, workLimit: Duration = .milliseconds(100)
    ) {
        self.init(patience: .seconds(10), unusedTime: unusedTime, workLimit: workLimit) { notice in
            FileHandle.standardError.write(Data("\(notice)\n".utf8))
        }
    }

    /// - Parameters:
    ///   - patience: The real time for which it may stand still while something waits.
    ///   - unusedTime: Whether it is an issue to advance it while nothing waits on it.
    ///   - notify: Receives the message for standard error, once.
    package init(
        patience: Duration, unusedTime: IssueReporting = .reported,
        workLimit: Duration = .milliseconds(100),
        notify: @escaping @Sendable (String) -> Void
    ) {
        self.unusedTime = unusedTime
        steps = ClockSteps(stepsByItself: false, workLimit: workLimit)
        steps.reportStall(after: patience) { now, waits, isRunning in
            let problem = isRunning ? "the call that it runs goes on" : "somebody waits on it"
            let fix =
                isRunning
                ? "give the code under test this clock, unless it waits for something else."
                : "await clock.advance(by: …) in the test, or use an ImmediateClock."
            notify(
                """
                A ManualClock has stood still at \(ClockInstant(offset: now)) for \(patience), and \(problem):
                \(Self.list(waits))
                To fix: \(fix)
                """)
        }
    }

    public var now: ClockInstant { ClockInstant(offset: steps.now) }

    public var minimumResolution: Duration { .zero }

    /// Waits until the test has advanced the clock to a deadline.
    ///
    /// - Throws: `CancellationError` at once if the task is cancelled.
    public func sleep(until deadline: ClockInstant, tolerance: Duration? = nil) async throws {
        try await steps.sleep(until: deadline.offset)
    }

    /// The waits on the clock, in the order in which they end: "Login: delay until +50 s".
    public var waits: [String] { steps.waits }

    /// Advances the clock by a duration, from wait to wait.
    ///
    /// It returns when the last wait in that time is over and its request has got its response. If
    /// the task is cancelled, the clock stops before the end.
    ///
    /// It fails the test if nothing waits on the clock, since a request or a sleep that begins
    /// afterwards waits for the next advance.
    public func advance(by duration: Duration) async {
        await advance(to: now.advanced(by: duration))
    }

    /// Advances the clock to an instant, from wait to wait; a past instant changes nothing.
    public func advance(to instant: ClockInstant) async {
        let start = now
        let stepping = try? await steps.step(until: instant.offset)
        guard stepping == .unneeded, start < instant, unusedTime == .reported else { return }
        FailureReport.fail(
            """
            A ManualClock was advanced from \(start) to \(instant), but nobody waited on it.

            To fix: let the request come first, try await barricade.waitForRequest(to: …), or the sleep, \
            try await clock.waitForSleep(); and give the code under test this clock.
            To allow it: ManualClock(unusedTime: .ignored)
            """
        ) { ($0.clock as? ManualClock) === self }
    }

    /// Runs a call to its end: the clock advances by itself, from wait to wait, until the call
    /// returns or throws.
    ///
    /// ```swift
    /// let clock = Barricade.current.manualClock
    /// let items = try await clock.run { try await client.items() }
    /// #expect(clock.now.offset == .seconds(7))
    /// ```
    ///
    /// Waits end as on an ``ImmediateClock``, but before a task's sleep ends, some 10 milliseconds of
    /// real time pass, in which other tasks of the call may begin what ends earlier.
    ///
    /// - Returns: The result of the call.
    /// - Throws: The error of the call.
    public func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> Result
    ) async rethrows -> Result {
        let run = steps.beginRun()
        defer { steps.endRun(run) }
        return try await call()
    }

    /// Advances the clock until nothing waits on it.
    ///
    /// It does not wait for a task that it has just woken, so it may return before that task sleeps
    /// again: ``run(isolation:_:)`` runs a call to its end. Timeouts are waits too, so a held
    /// request, or one whose handler waits, times out.
    ///
    /// - Parameter limit: The most waits to end.
    /// - Throws: ``Failure`` if waits remain after that, or `CancellationError`.
    public func endWaits(limit: Int = 10_000) async throws {
        guard try await steps.step(until: nil, limit: limit) == .limited else { return }
        throw Failure(
            description: """
                Somebody still waits after \(limit) waits, at \(now):
                \(waitList)

                To fix: advance(by:) to the moment that the test needs, or raise the limit: \
                endWaits(limit: …).
                """)
    }

    /// Waits until so many tasks sleep on the clock at the same time.
    ///
    /// ```swift
    /// for pause in [1, 2, 4] {
    ///     try await clock.waitForSleep()
    ///     await clock.advance(by: .seconds(pause))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - count: The number of tasks, at least 1.
    ///   - timeout: The longest wait, in real time.
    /// - Throws: ``Failure`` after the timeout, or `CancellationError`.
    public func waitForSleep(count: Int = 1, timeout: Duration = .seconds(5)) async throws {
        guard try await !steps.waitForSleep(count: max(count, 1), timeout: timeout) else { return }
        throw Failure(
            description: """
                \(count > 1 ? "Fewer than \(count) tasks" : "No task") slept on this clock within \(timeout). It is at \(now):
                \(waitList)

                To fix: give the code under test this clock.
                """)
    }

    private var waitList: String { Self.list(waits) }

    private static func list(_ waits: [String]) -> String {
        let shown = waits.isEmpty ? ["nobody waits"] : Array(waits.prefix(5))
        let rest = waits.count - shown.count
        return (shown + (rest > 0 ? ["and \(rest) more"] : [])).map { "  \($0)" }
            .joined(separator: "\n")
    }
}

extension ManualClock: CustomStringConvertible {
    /// The time, the waits, and when time went on while a request was still at work.
    public var description: String {
        (["ManualClock at \(now):", waitList] + steps.notes).joined(separator: "\n")
    }
}

extension ManualClock: SteppedClock {
    package var schedule: any SteppedSchedule { steps }
}

extension Barricade {
    /// The clock of a barricade that was made with `$0.clock = ManualClock()`.
    ///
    /// With another clock, it fails the test and is a new clock, on which nothing waits.
    public var manualClock: ManualClock { clock(orElse: ManualClock(unusedTime: .ignored)) }

    /// The clock of a barricade that was made with `$0.clock = ImmediateClock()`.
    ///
    /// With another clock, it fails the test and is a new clock.
    public var immediateClock: ImmediateClock { clock(orElse: ImmediateClock()) }

    private func clock<Wanted: Clock>(orElse other: Wanted) -> Wanted {
        if let clock = clock as? Wanted { return clock }
        FailureReport.fail(
            """
            The clock of this barricade is of type \(type(of: clock)), not \(Wanted.self).

            To fix: .barricade(…) { $0.clock = \(Wanted.self)() }, or makeBarricade(…) { … } in XCTest
            """
        ) { $0 === self }
        return other
    }
}
