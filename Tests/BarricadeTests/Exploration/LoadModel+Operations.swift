import Barricade

// What a thread does in one step, as the library's code around its state does it.
extension LoadModel {
    /// Returns what the same thread does next.
    func perform(_ operation: LoadOperation, in state: inout State) -> [LoadOperation] {
        switch operation {
        case .add(let events):
            state.expectation.add(events)
            return follow(state.machine.add(events), in: &state)
        case .wait(let worker):
            return wait(for: ScriptedWork(worker: worker), in: &state)
        case .pause(let duration, let worker, let part):
            let work = ScriptedWork(part: part, worker: worker)
            return wait(for: work, until: state.now + duration, in: &state)
        case .leave(let worker):
            noteStart(in: &state)
            state.expectation.leave(to: worker, at: state.now)
            return follow(state.machine.leave(to: ScriptedWork(worker: worker)), in: &state)
        case .offer:
            break
        case .progress:
            state.expectation.progress(at: state.now)
            setDeadlines(in: &state)
            state.machine.progress(at: .seconds(state.now))
        case .start, .stop, .news, .next:
            return performOnQueue(operation, in: &state)
        case .askForVisit:
            state.visitIsAskedFor()
        case .setAlarm(let moment):
            if moment < state.alarm ?? .max { state.alarm = moment }
            return checksAlarms ? [.checkAlarm] : []
        case .checkAlarm:
            if !state.machine.isLoading { state.alarm = nil }
        case .cancelAlarm:
            state.alarm = nil
        case .letGo(let worker):
            state.expectation.workers.remove(worker)
        case .ring:
            state.expectation.ring(at: state.now)
            setDeadlines(in: &state)
            let action = state.machine.alarm(at: .seconds(state.now), timeout: .timeout)
            return follow(action, in: &state)
        case .noteCancellation:
            state.platform.hasError = true
        case .reportCancellation:
            state.platform.end()
        }
        return []
    }

    private func wait(
        for work: ScriptedWork, until moment: Int? = nil, in state: inout State
    ) -> [LoadOperation] {
        if moment == nil { noteStart(in: &state) } else { setDeadlines(in: &state) }
        state.expectation.wait(for: work, until: moment, at: state.now)
        let wake = moment.map { Machine.Wake.at(.seconds($0)) } ?? .byItself
        return follow(state.machine.wait(for: work, until: wake), in: &state)
    }

    @discardableResult
    private func noteStart(in state: inout State) -> Int {
        let start = state.firstWait ?? state.now
        state.firstWait = start
        return start
    }

    private func setDeadlines(in state: inout State) {
        guard !state.machine.hasDeadlines else { return }
        state.machine.setDeadlines(
            LoadDeadlines(
                start: .seconds(noteStart(in: &state)),
                interval: .seconds(LoadExpectation.interval),
                resource: .seconds(LoadExpectation.resource)))
    }

    private func performOnQueue(_ operation: LoadOperation, in state: inout State)
        -> [LoadOperation]
    {
        switch operation {
        case .start:
            state.expectation.visitLimit += 1
            switch state.machine.start() {
            case .begin:
                state.expectation.begin()
                return script.begin
            case .forward:
                state.nextLoader = .started
            default:
                break
            }
            return []
        case .stop:
            return stop(in: &state)
        case .news:
            let action = state.machine.news()
            if case .tellIfRunning = action { return state.platform.isRunning ? [.next] : [] }
            return follow(action, in: &state)
        default:
            return follow(state.machine.next(), in: &state)
        }
    }

    private func stop(in state: inout State) -> [LoadOperation] {
        switch state.platform.reasonToStop {
        case .none:
            return []
        case .suspension:
            if case .forward = state.machine.suspend() { state.nextLoader = .suspended }
            return []
        case .end:
            state.expectation.stop()
            let action = state.machine.stop()
            if case .forward = action { state.nextLoaderIsStopped() }
            return [.cancelAlarm] + follow(action, in: &state)
        }
    }

    private func follow(_ action: Machine.Action, in state: inout State) -> [LoadOperation] {
        switch action {
        case .visitClient:
            return [.askForVisit]
        case .tell(let event):
            return tell(event, in: &state) + [.next]
        case .end(let event, let work):
            let operations = tell(event, in: &state)
            if event != .handOver { state.platform.end() }
            let isFailure = event == .failure || event == .timeout
            let letGo = isFailure ? work?.worker.map { [LoadOperation.letGo($0)] } : nil
            return [.cancelAlarm] + (letGo ?? []) + operations
        case .findDeadlines:
            return [.setAlarm(state.now)]
        case .setAlarm(let moment), .setTimeout(let moment):
            return [.setAlarm(Int(moment.components.seconds))]
        case .goOn(let work):
            state.goesOn(with: work)
            return work.part.map { script.parts[$0] } ?? []
        case .letGo(let work):
            return work?.worker.map { [.letGo($0)] } ?? []
        case .nothing, .begin, .forward, .tellIfRunning:
            return []
        }
    }

    /// Calls the client, at which Linux traps unless the task is running.
    private func tell(_ event: ScriptedEvent, in state: inout State) -> [LoadOperation] {
        state.isTold(event)
        switch event {
        case .mark(let part):
            state.add(Thread(worker: .owner, operations: script.parts[part]))
        case .visit(let part):
            return script.parts[part]
        case .handOver:
            state.nextLoader = .started
        default:
            break
        }
        return []
    }
}
