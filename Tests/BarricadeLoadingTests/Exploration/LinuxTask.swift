/// A task on Linux: calls wait for the queue to rest, and put blocks on it.
struct LinuxTask: ModelPlatform {
    enum Call: Hashable, CustomStringConvertible {
        case resume
        case suspend
        case cancel

        var description: String {
            switch self {
            case .resume: "user: resumes the task"
            case .suspend: "user: suspends the task"
            case .cancel: "user: cancels the task"
            }
        }
    }

    private enum State {
        case running
        case suspended
        case canceling
        case completed
    }

    private var state = State.suspended
    private var suspendCount = 1
    var queue: [ModelBlock] = []
    var hasError = false
    var callsLeft = 0
    private var hasLoader = false

    init() {}

    var calls: [Call] {
        switch state {
        case .completed, .canceling: []
        case _ where callsLeft == 0: []
        // One that has never been resumed has no loader.
        case .suspended where !hasLoader: [.resume]
        case .suspended, .running: suspendCount < 2 ? [.resume, .suspend, .cancel] : [.resume]
        }
    }

    mutating func take(_ call: Call) {
        callsLeft -= 1
        switch call {
        case .resume:
            resume()
        case .suspend:
            suspendCount += 1
            state = .suspended
            if suspendCount == 1 { queue.append(.stop) }
        case .cancel:
            state = .canceling
            queue.append(.cancel)
        }
    }

    /// What anybody's call of `resume()` does.
    mutating func resume() {
        guard state == .running || state == .suspended else { return }
        suspendCount = max(suspendCount - 1, 0)
        guard suspendCount == 0 else { return }
        state = .running
        hasLoader = true
        queue.append(.start)
    }

    mutating func end() {
        state = .completed
    }

    var isRunning: Bool { state == .running }

    var isOver: Bool { state == .completed }

    var reasonToStop: ModelStopReason? {
        switch state {
        case .suspended: .suspension
        case .running: nil
        case .canceling, .completed: hasError ? .end : nil
        }
    }
}
