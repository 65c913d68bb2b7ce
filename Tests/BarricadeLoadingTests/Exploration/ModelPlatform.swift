/// A task on one of the platforms, as far as its loader sees it.
protocol ModelPlatform: Hashable, Sendable {
    associatedtype Call: Hashable, CustomStringConvertible

    init()

    /// How often the user may still call the task.
    var callsLeft: Int { get set }
    /// What may be done to the task while its queue rests.
    var calls: [Call] { get }
    mutating func take(_ call: Call)
    /// The blocks that its queue will run, one at a time.
    var queue: [ModelBlock] { get set }
    /// The client has been told the last event.
    mutating func end()
    /// Whether the client may be told something.
    var isRunning: Bool { get }
    /// Whether the loader is to do nothing any more.
    var isOver: Bool { get }
    /// Why the loader is told to stop, as the library finds out.
    var reasonToStop: ModelStopReason? { get }
    /// Whether the platform has noted that the task is cancelled.
    var hasError: Bool { get set }
}

/// A block on the queue where a platform calls a loader.
enum ModelBlock: Hashable {
    case start
    case stop
    case cancel
    case visit

    var operations: [LoadOperation] {
        switch self {
        case .start: [.start]
        case .stop: [.stop]
        case .cancel: [.noteCancellation, .stop, .reportCancellation]
        case .visit: [.tell([])]
        }
    }
}

enum ModelStopReason {
    case suspension
    case end
}
