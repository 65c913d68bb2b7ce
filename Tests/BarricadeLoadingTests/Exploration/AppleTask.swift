/// A task on Apple platforms: its loader is started once and stopped once, perhaps after its end.
struct AppleTask: ModelPlatform {
    enum Call: Hashable, CustomStringConvertible {
        case start
        case stop

        var description: String {
            switch self {
            case .start: "platform: is about to start the load"
            case .stop: "platform: is about to stop the load"
            }
        }
    }

    private enum State {
        case new
        case started
        case stopped
    }

    private var state = State.new
    private var hasEnded = false
    var callsLeft = 0
    var queue: [ModelBlock] = []
    var hasError = false

    init() {}

    var calls: [Call] {
        switch state {
        case .new: [.start]
        case .started: [.stop]
        case .stopped: []
        }
    }

    mutating func take(_ call: Call) {
        switch call {
        case .start:
            state = .started
            queue.append(.start)
        case .stop:
            state = .stopped
            // A run loop calls its sources and its blocks in any order.
            queue.insert(.stop, at: queue.first == .start ? 1 : 0)
        }
    }

    mutating func end() {
        hasEnded = true
    }

    var isRunning: Bool { state != .new }

    var isOver: Bool { hasEnded || state == .stopped && queue.isEmpty }

    var reasonToStop: ModelStopReason? { .end }
}
