import Barricade

/// Somebody who works for a load, with what it does next.
struct LoadThread: Hashable {
    let worker: Worker
    var operations: [LoadOperation]
}

/// Somebody who may go on with a part of a script by itself.
struct LoadOffer: Hashable {
    let worker: Worker
    let part: Int
}

/// The loader that a task has been handed over to.
enum NextLoader: Hashable {
    case none
    case started
    case suspended
    case stopped
}

/// A load on a model of a platform, with everything that may happen to it in any order.
///
/// What takes a lock is one step, as is what is done with the answer. The queue's steps are those of
/// one block, between which the user cannot call the task; all other threads go on at any moment.
struct LoadModel<Machine: LoadMachine, Platform: ModelPlatform>: ExplorableModel {
    struct State: Hashable {
        var machine: Machine
        var platform = Platform()
        /// What the queue's present block is still to do.
        var block: [LoadOperation] = []
        var threads: [LoadThread] = []
        /// Who may go on by itself, at any moment or never.
        var offers: [LoadOffer] = []
        var nextLoader = NextLoader.none
        var now = 0
        var hasBegun = false
        /// When the one alarm that is set goes off.
        var alarm: Int?
        var expectation = LoadExpectation()
        var brokenRule: LoadRule?

        /// Leaves out what seldom tells states apart, since there are many to hash.
        func hash(into hasher: inout Hasher) {
            hasher.combine(platform)
            hasher.combine(block)
            hasher.combine(threads)
            hasher.combine(expectation)
            hasher.combine(alarm)
            hasher.combine(now)
        }
    }

    enum Step: ExplorableStep {
        case call(Platform.Call)
        case queue(LoadOperation)
        case thread(LoadThread)
        case answer(LoadOffer)
        case nextLoaderFinishes
        case timePasses(to: Int)
        case alarmGoesOff
    }

    let machine: Machine
    let script: LoadScript
    /// Whether a thread that has set an alarm sees whether the load is still on.
    var checksAlarms = true
    /// Whether the queue tells a task only while it is running.
    var checksTask = true

    var start: State {
        var state = State(machine: machine)
        state.platform.callsLeft = script.calls
        return state
    }

    func steps(from state: State) -> [Step] {
        var steps: [Step] = []
        if let operation = state.block.first ?? state.platform.queue.first?.operations.first {
            steps.append(.queue(operation))
        }
        for (index, thread) in state.threads.enumerated() {
            let isAnother = !state.threads[..<index].contains(thread)
            if isAnother { steps.append(.thread(thread)) }
        }
        if state.block.isEmpty {
            steps += state.platform.calls.map { .call($0) }
            if case .started = state.nextLoader, state.platform.isRunning {
                steps.append(.nextLoaderFinishes)
            }
        }
        steps += state.offers.map { .answer($0) }
        if let alarm = state.alarm, alarm <= state.now { steps.append(.alarmGoesOff) }
        if let moment = state.nextMoment { steps.append(.timePasses(to: moment)) }
        return steps
    }

    func take(_ step: Step, in state: inout State) {
        switch step {
        case .call(let call):
            state.platform.take(call)
        case .queue(let operation):
            if state.block.isEmpty { state.block = state.platform.queue.removeFirst().operations }
            let rest = Array(state.block.dropFirst())
            state.block = perform(operation, then: rest, in: &state)
        case .thread(let thread):
            if let index = state.threads.firstIndex(of: thread) { state.threads.remove(at: index) }
            var rest = thread
            let operation = rest.operations.removeFirst()
            rest.operations = perform(operation, then: rest.operations, in: &state)
            state.add(rest)
        case .answer(let offer):
            state.offers.removeAll { $0 == offer }
            state.expectation.workers.remove(offer.worker)
            state.add(LoadThread(worker: offer.worker, operations: script.parts[offer.part]))
        case .nextLoaderFinishes:
            state.nextLoader = .none
            state.platform.end()
        case .timePasses(let moment):
            state.now = moment
        case .alarmGoesOff:
            state.alarm = nil
            state.add(LoadThread(worker: .alarm, operations: [.ring]))
        }
    }

    /// Performs an operation, and has those begin to work who come next, which takes no lock.
    ///
    /// Returns what the same thread does next.
    private func perform(
        _ operation: LoadOperation, then rest: [LoadOperation], in state: inout State
    ) -> [LoadOperation] {
        var next = (perform(operation, in: &state) + rest)[...]
        while case .offer(let worker, let part) = next.first {
            state.offers.append(LoadOffer(worker: worker, part: part))
            next.removeFirst()
        }
        return Array(next)
    }
}

extension LoadModel.State {
    /// Whether another loader has the task.
    var hasNextLoader: Bool { nextLoader == .started || nextLoader == .suspended }

    var isQuiet: Bool { block.isEmpty && platform.queue.isEmpty && threads.isEmpty }

    /// The next moment that can make a difference.
    ///
    /// That is when the alarm is due, or a little later, which makes it late; if there is none, it
    /// is a little later once all is quiet.
    fileprivate var nextMoment: Int? {
        guard expectation.isLoading else { return nil }
        guard let alarm else { return isQuiet && now < 1 ? now + 1 : nil }
        return now <= alarm ? max(alarm, now + 1) : nil
    }

    /// Adds a thread; the order of threads means nothing, so there is one only.
    mutating func add(_ thread: LoadThread) {
        guard !thread.operations.isEmpty else { return }
        let index = threads.firstIndex {
            (thread.worker, thread.operations.count) < ($0.worker, $0.operations.count)
        }
        threads.insert(thread, at: index ?? threads.endIndex)
    }
}

extension LoadModel.Step {
    var isOwn: Bool {
        switch self {
        case .queue, .thread: true
        case .call, .answer, .nextLoaderFinishes, .timePasses, .alarmGoesOff: false
        }
    }

    var description: String {
        switch self {
        case .call(let call): "\(call)"
        case .queue(let operation): "queue: \(operation)"
        case .thread(let thread): "\(thread.worker): \(thread.operations[0])"
        case .answer(let offer): "\(offer.worker): answers"
        case .nextLoaderFinishes: "next loader: finishes"
        case .timePasses(let moment): "time: \(moment) s"
        case .alarmGoesOff: "time: the alarm goes off"
        }
    }
}
