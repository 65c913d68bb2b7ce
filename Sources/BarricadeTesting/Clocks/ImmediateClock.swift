package import Barricade

/// A clock without real waits: time advances by itself to the end of the next wait.
///
/// ```swift
/// @Test(.barricade(login) { $0.clock = ImmediateClock() }) func signsInSlowly() async throws {
///     try Barricade.current.select("Slow", for: "Login")
///     let model = LoginModel(session: Barricade.current.session)
///     await model.signIn()
///     #expect(model.banner == nil)
/// }
/// ```
///
/// Waits end in the order of their deadlines, and only when no request is at work. A request times
/// out only if nothing else can end it: it is never answered, it is held, or its delay is longer.
/// A request whose handler or stream has not answered yet does not time out, and its timeout counts
/// from the answer. To hold a request and release it, use a ``ManualClock``.
///
/// If two tasks race, such as a request and a sleep that cancels it, use a ``ManualClock`` too:
/// the task that waits first may end before the other one begins.
public final class ImmediateClock: Clock, Sendable {
    public typealias Instant = ClockInstant

    private let steps: ClockSteps

    /// Makes a clock.
    ///
    /// - Parameter workLimit: The real time for which it stands still for a handler or a stream at
    ///   work. If time goes on after that, a failed test says so.
    public init(workLimit: Duration = .milliseconds(100)) {
        steps = ClockSteps(stepsByItself: true, workLimit: workLimit)
    }

    /// The end of the latest finished wait.
    public var now: ClockInstant { ClockInstant(offset: steps.now) }

    public var minimumResolution: Duration { .zero }

    /// Waits until a deadline, after the waits with an earlier deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: ClockInstant, tolerance: Duration? = nil) async throws {
        try await steps.sleep(until: deadline.offset)
    }
}

extension ImmediateClock: SteppedClock {
    package var schedule: any SteppedSchedule { steps }
}

/// An instant of a ``ManualClock`` or an ``ImmediateClock``.
public struct ClockInstant: InstantProtocol, Sendable {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes an instant; without an offset, the one at which the clock was made.
    public init(offset: Duration = .zero) {
        self.offset = offset
    }

    public func advanced(by duration: Duration) -> ClockInstant {
        ClockInstant(offset: offset + duration)
    }

    public func duration(to other: ClockInstant) -> Duration {
        other.offset - offset
    }

    public static func < (left: ClockInstant, right: ClockInstant) -> Bool {
        left.offset < right.offset
    }
}

extension ClockInstant: CustomStringConvertible {
    /// The time since the clock was made, such as "+2.5 s".
    public var description: String {
        let seconds = offset / .seconds(1)
        let text =
            seconds == seconds.rounded() && abs(seconds) < 1e15
            ? "\(Int(seconds))" : "\(seconds)"
        return seconds < 0 ? "\(text) s" : "+\(text) s"
    }
}
