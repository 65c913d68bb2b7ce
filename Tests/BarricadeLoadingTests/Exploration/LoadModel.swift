@testable import Barricade

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
struct LoadModel<Platform: ModelPlatform>: ExplorableModel {
    /// What is quick to compare comes first.
    struct State: Hashable {
        var now = 0
        /// When the one alarm that is set goes off.
        var alarm: Int?
        var hasBegun = false
        var nextLoader = NextLoader.none
        var brokenRule: LoadRule?
        /// What the queue's present block is still to do.
        var block: [LoadOperation] = []
        var threads: [LoadThread] = []
        /// Who may go on by itself, at any moment or never.
        var offers: [LoadOffer] = []
        var expectation = LoadExpectation()
        var platform = Platform()
        var machine: LoadMachine

        /// Leaves out what seldom tells states apart, and hashes no optional, since there are many.
        func hash(into hasher: inout Hasher) {
            hasher.combine(now * 64 + (alarm ?? 63))
            hasher.combine(platform)
            hasher.combine(block)
            hasher.combine(threads)
            hasher.combine(expectation)
        }
    }

    enum Step: ExplorableStep {
        case call(Platform.Call)
        case queue(LoadOperation)
        case thread(LoadThread, at: Int)
        case answer(LoadOffer)
        case nextLoaderFinishes
        case timePasses(to: Int)
        case alarmGoesOff
    }

    var machine = LoadMachine()
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
            if index > 0, state.threads[..<index].contains(thread) { continue }
            steps.append(.thread(thread, at: index))
        }
        if state.block.isEmpty {
            for call in state.platform.calls { steps.append(.call(call)) }
            if case .started = state.nextLoader, state.platform.isRunning {
                steps.append(.nextLoaderFinishes)
            }
        }
        for offer in state.offers { steps.append(.answer(offer)) }
        if let alarm = state.alarm, alarm <= state.now { steps.append(.alarmGoesOff) }
        if let moment = state.nextMoment { steps.append(.timePasses(to: moment)) }
        return steps
    }

    func take(_ step: Step, in state: inout State) {
        switch step {
        case .call(let call):
            state.platform.take(call)
        case .queue(let operation):
            if state.block.isEmpty { state.block = state.platform.queue.remove(at: 0).operations }
            state.block.remove(at: 0)
            state.block = perform(operation, then: state.block, in: &state)
        case .thread(let thread, let index):
            state.threads.remove(at: index)
            var rest = thread
            let operation = rest.operations.remove(at: 0)
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
        var next = perform(operation, in: &state)
        if next.isEmpty { next = rest } else { next += rest }
        while case .offer(let worker, let part) = next.first {
            state.offers.append(LoadOffer(worker: worker, part: part))
            next.remove(at: 0)
        }
        return next
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
        case .thread(let thread, _): "\(thread.worker): \(thread.operations[0])"
        case .answer(let offer): "\(offer.worker): answers"
        case .nextLoaderFinishes: "next loader: finishes"
        case .timePasses(let moment): "time: \(moment) s"
        case .alarmGoesOff: "time: the alarm goes off"
        }
    }
}
