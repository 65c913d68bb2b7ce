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
