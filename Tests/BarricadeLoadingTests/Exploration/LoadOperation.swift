/// Something that a thread does at once, without anything between; what it leads to comes later.
enum LoadOperation: Hashable {
    // What a script is made of.
    case add([ScriptedEvent])
    case wait(Worker)
    case pause(Int, within: Worker?, then: Int)
    case leave(to: Worker)
    /// From now on a worker may go on with a part at any moment, or never.
    case offer(Worker, Int)
    case progress

    // What the library does.
    case start
    /// Sends the client what there is, and other events.
    case tell([ScriptedEvent])
    /// Goes on with what has been taken, of which the last event ends the load with its work.
    case tellRest(ArraySlice<ScriptedEvent>, isLast: Bool, ScriptedWork?)
    case next
    case stop
    case askForVisit
    case setAlarm(Int)
    case checkAlarm
    case cancelAlarm
    case release(Worker)
    case ring

    // What the platform does.
    case noteCancellation
    case reportCancellation
}

extension LoadOperation: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let events): "adds \(events.map { "\($0)" }.joined(separator: ", "))"
        case .wait(let worker): "waits for \(worker)"
        case .pause(let duration, _, _): "pauses for \(duration) s"
        case .leave(let worker): "leaves the load to \(worker)"
        case .offer(let worker, _): "begins \(worker)"
        case .progress: "notes progress"
        case .start: "startLoading"
        case .tell([]): "looks for news"
        case .tell(let events): "tells \(events.map { "\($0)" }.joined(separator: ", "))"
        case .tellRest: "goes on telling"
        case .next: "takes the next events"
        case .stop: "stopLoading"
        case .askForVisit: "asks for a visit"
        case .setAlarm(let moment): "sets the alarm to \(moment) s"
        case .checkAlarm: "sees whether the load is still on"
        case .cancelAlarm: "cancels the alarm"
        case .release(let worker): "lets go of \(worker)"
        case .ring: "rings"
        case .noteCancellation: "notes the cancellation"
        case .reportCancellation: "tells the client of the cancellation"
        }
    }
}
