/// A clock that steps from one alarm to the next, so it must know when no owner is working.
package protocol SteppedClock: Clock<Swift.Duration> {
    var schedule: any SteppedSchedule { get }
}

/// The time and the alarms of a stepped clock.
///
/// Time stands still while any owner is working. An owner works from its beginning, from each ring
/// of its alarm, and from the end of a suspension, until it sets its next alarm, is suspended, or
/// ends.
package protocol SteppedSchedule: Sendable {
    /// The time since the clock was made.
    var now: Duration { get }
    /// The real time for which the clock stands still for an owner at work.
    ///
    /// After it, an alarm for the owner's deadline ends the work as far as the clock knows.
    var workLimit: Duration { get }
    /// The moments to which time went on while an owner was still at work, as sentences.
    var notes: [String] { get }

    /// Notes that an owner exists and is working.
    ///
    /// - Parameter name: Makes the owner's name; called to list the owners that wait.
    func begin(_ owner: ObjectIdentifier, name: @escaping @Sendable () -> String)
    /// Returns the number of an owner's current work; `nil` if it is not working.
    func work(of owner: ObjectIdentifier) -> Int?
    /// Replaces an owner's alarm, which ends the owner's current work.
    ///
    /// It changes nothing if the alarm is for work that is over.
    func setAlarm(_ alarm: SteppedAlarm, of owner: ObjectIdentifier)
    /// Notes that an owner waits for something other than its alarm, perhaps for a long time.
    func suspend(_ owner: ObjectIdentifier)
    /// Notes that an owner is working again.
    func endSuspension(of owner: ObjectIdentifier)
    /// Forgets an owner and its alarm.
    func end(_ owner: ObjectIdentifier)
}

/// An alarm on a stepped clock: its moment, as time since the clock was made, and the number of the
/// work to end; `nil` means the current one.
package typealias SteppedAlarm = (
    moment: Duration, purpose: AlarmPurpose, work: Int?, ring: @Sendable () -> Void
)

/// The purpose of an alarm.
package enum AlarmPurpose: Sendable {
    case delay
    /// The owner times out, and nothing ends it before.
    case timeout
    /// The owner times out, unless it ends by itself before.
    case deadline
}
