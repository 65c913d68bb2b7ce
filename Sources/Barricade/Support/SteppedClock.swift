/// A clock that steps from one wait to the next, so it must know when nobody is at work.
package protocol SteppedClock: Clock<Swift.Duration> {
    var schedule: any SteppedSchedule { get }
}

/// The time and the alarms of a clock that steps.
///
/// An owner of an alarm is at work from its beginning, from each ring of its alarm, and from the end
/// of a rest, until it sets its next alarm, rests, or ends. Time stands still meanwhile.
package protocol SteppedSchedule: Sendable {
    /// The time since the clock was made.
    var now: Duration { get }

    /// Notes that an owner exists and is at work.
    ///
    /// - Parameter name: The owner's name, asked for when somebody wants to know who waits.
    func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String)
    /// Returns the number of an owner's current work; `nil` if it is not at work.
    func work(of owner: ObjectIdentifier) -> Int?
    /// Sets an owner's alarm in place of the one it has; the owner's work is done.
    ///
    /// It changes nothing if the alarm is for work that is over.
    func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier)
    /// Notes that an owner waits for something else than its alarm, perhaps for long.
    func rest(_ owner: ObjectIdentifier)
    /// Notes that an owner is at work again.
    func endRest(of owner: ObjectIdentifier)
    /// Forgets an owner and its alarm.
    func end(_ owner: ObjectIdentifier)
}

/// An alarm on a clock that steps.
package struct SteppedAlarm: Sendable {
    package enum Purpose: Sendable {
        case delay
        /// The owner's time is up, and nothing ends it before.
        case timeout
        /// The owner's time is up, if it has not ended by itself.
        case deadline
    }

    /// The moment, as time since the clock was made.
    package let moment: Duration
    package let purpose: Purpose
    /// The number of the work to end; `nil` means the current one.
    package let work: Int?
    package let ring: @Sendable () -> Void

    package init(
        moment: Duration, purpose: Purpose, work: Int? = nil, ring: @escaping @Sendable () -> Void
    ) {
        self.moment = moment
        self.purpose = purpose
        self.work = work
        self.ring = ring
    }
}
