/// A load of the old rule on Linux, which a handler answers.
struct HoppingModel: ExplorableModel {
    enum Operation: Hashable {
        case start
        case look
        case tell
        case stop
        case reportCancellation
        case add
        case beginHop
        case resume
        case endHop
    }

    struct State: Hashable {
        var machine = HoppingState()
        var task = LinuxTask()
        var block: [Operation] = []
        /// What the handler's thread does next; `nil` before the handler has answered.
        var handler: [Operation]?
        var hasBegun = false
    }

    enum Step: ExplorableStep {
        case call(LinuxTask.Call)
        case answer
        case queue(Operation)
        case handler(Operation)
    }

    var start: State {
        var state = State()
        state.task.callsLeft = 2
        return state
    }

    func steps(from state: State) -> [Step] {
        var steps: [Step] = []
        let block = state.block.first ?? state.task.queue.first.flatMap { operations(of: $0).first }
        if let block { steps.append(.queue(block)) }
        if state.block.isEmpty { steps += state.task.calls.map { .call($0) } }
        if state.hasBegun, state.handler == nil { steps.append(.answer) }
        // A task is resumed in between what its queue does.
        if let next = state.handler?.first, next != .resume || state.block.isEmpty {
            steps.append(.handler(next))
        }
        return steps
    }

    private func operations(of block: ModelBlock) -> [Operation] {
        switch block {
        case .start, .visit: [.start, .look]
        case .stop: [.stop]
        case .cancel: [.stop, .reportCancellation]
        }
    }

    func take(_ step: Step, in state: inout State) {
        switch step {
        case .call(let call):
            state.task.take(call)
        case .answer:
            state.handler = [.add]
        case .queue(let operation):
            if state.block.isEmpty { state.block = operations(of: state.task.queue.removeFirst()) }
            state.block.removeFirst()
            let rest = state.block
            state.block = perform(operation, in: &state) + rest
        case .handler(let operation):
            let rest = state.handler?.dropFirst() ?? []
            state.handler = perform(operation, in: &state) + rest
        }
    }

    /// Returns what the same thread does next.
    private func perform(_ operation: Operation, in state: inout State) -> [Operation] {
        switch operation {
        case .start:
            if state.machine.start() { state.hasBegun = true }
        case .look:
            return state.machine.hasNext() && state.task.isRunning ? [.tell] : []
        case .tell:
            guard let event = state.machine.next() else { return [] }
            if event.isLast { state.task.end() }
            return [.tell]
        case .stop:
            if state.task.reasonToStop == .end { state.machine.stop() }
        case .reportCancellation:
            state.task.end()
        case .add:
            return state.machine.add([.response, .finish]) ? [.beginHop] : []
        case .beginHop:
            return state.machine.beginHop() ? [.resume, .endHop] : []
        case .resume:
            if state.task.isRunning { state.task.resume() }
        case .endHop:
            return state.machine.endHop() ? [.beginHop] : []
        }
        return []
    }

    func brokenRule(in state: State) -> String? { nil }
}

extension HoppingModel.Step {
    var isOwn: Bool {
        switch self {
        case .queue, .handler: true
        case .call, .answer: false
        }
    }

    var description: String {
        switch self {
        case .call(let call): "\(call)"
        case .answer: "handler: answers"
        case .queue(let operation): "queue: \(operation)"
        case .handler(let operation): "handler: \(operation)"
        }
    }
}

extension HoppingModel.Operation: CustomStringConvertible {
    var description: String {
        switch self {
        case .start: "startLoading"
        case .look: "looks for news, or puts that off"
        case .tell: "tells the next event, or puts that off"
        case .stop: "stopLoading"
        case .reportCancellation: "tells the client of the cancellation"
        case .add: "adds response, finish"
        case .beginHop: "begins to resume the task"
        case .resume: "resumes the task, if it is running"
        case .endHop: "has resumed the task"
        }
    }
}
