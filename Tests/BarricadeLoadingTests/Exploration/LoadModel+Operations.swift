@testable import Barricade

// What a thread does in one step, as the library's code around its state does it.
extension LoadModel {
    /// Returns what the same thread does next.
    func perform(_ operation: LoadOperation, in state: inout State) -> [LoadOperation] {
        switch operation {
        case .add(let events):
            state.expectation.add(events)
            return state.machine.add(events) ? [.askForVisit] : []
        case .wait(let worker):
            return wait(for: ScriptedWork(worker: worker), .work, in: &state)
        case .pause(let duration, let worker, let part):
            let work = ScriptedWork(part: part, worker: worker)
            let end = ScriptedWait.pause(until: .seconds(state.now + duration))
            return wait(for: work, end, in: &state)
        case .leave(let worker):
            return wait(for: ScriptedWork(worker: worker), .reply, in: &state)
        case .offer:
            break
        case .progress:
            state.expectation.progress(at: state.now)
            state.machine.progress(at: .seconds(state.now))
        case .start:
            return start(in: &state)
        case .stop:
            return stop(in: &state)
        case .tell([]):
            return state.machine.continueDelivery() && isTold(state) ? [.next] : []
        case .tell(let events):
            state.expectation.add(events)
            if isTold(state) { return next(adding: events, in: &state) }
            _ = state.machine.add(events)
        case .next:
            return next(in: &state)
        case .tellRest(let events, let isLast, let work):
            return tell(events, isLast: isLast, work, in: &state)
        case .askForVisit:
            state.visitIsAskedFor()
        case .setAlarm(let moment):
            if moment < state.alarm ?? .max { state.alarm = moment }
            return checksAlarms ? [.checkAlarm] : []
        case .checkAlarm:
            if !state.machine.isLoading { state.alarm = nil }
        case .cancelAlarm:
            state.alarm = nil
        case .release(let worker):
            state.expectation.workers.remove(worker)
        case .ring:
            return ring(in: &state)
        case .noteCancellation:
            state.platform.hasError = true
        case .reportCancellation:
            state.platform.end()
        }
        return []
    }

    // MARK: Waiting

    private func wait(
        for work: ScriptedWork, _ wait: ScriptedWait, in state: inout State
    ) -> [LoadOperation] {
        state.expectation.wait(for: work, wait, at: state.now)
        switch state.machine.startWaiting(for: work, wait, at: .seconds(state.now)) {
        case .nothing: return []
        case .setAlarmLater: return [.setAlarm(state.now)]
        case .setAlarm(let moment, _): return [.setAlarm(Int(moment.components.seconds))]
        case .stop(let work): return release(work)
        }
    }

    private func ring(in state: inout State) -> [LoadOperation] {
        switch state.machine.alarm(at: .seconds(state.now)) {
        case .nothing: return []
        case .setAlarm(let moment, _): return [.setAlarm(Int(moment.components.seconds))]
        case .proceed(let work):
            state.goesOn(with: work)
            return work.part.map { script.parts[$0] } ?? []
        case .timeOut:
            state.isTimedOut()
            return [.add([.timeout])]
        }
    }

    private func release(_ work: ScriptedWork?) -> [LoadOperation] {
        work?.worker.map { [.release($0)] } ?? []
    }

    // MARK: The queue

    private func start(in state: inout State) -> [LoadOperation] {
        state.expectation.visitLimit += 1
        if state.hasNextLoader {
            state.nextLoader = .started
            return []
        }
        guard !state.hasBegun else { return [.tell([])] }
        state.hasBegun = true
        state.expectation.begin()
        // The events that are known at once are told without being added before.
        guard case .add(let events) = script.begin.last else { return script.begin + [.tell([])] }
        return script.begin.dropLast() + [.tell(events)]
    }

    private func stop(in state: inout State) -> [LoadOperation] {
        guard let reason = state.platform.reasonToStop else { return [] }
        switch reason {
        case .suspension:
            if state.hasNextLoader { state.nextLoader = .suspended }
            return []
        case .end:
            if state.hasNextLoader { state.nextLoaderIsStopped() }
            state.expectation.stop()
            return [.cancelAlarm] + release(state.machine.stop())
        }
    }

    /// Whether the client is told events now.
    private func isTold(_ state: State) -> Bool { state.platform.isRunning || !checksTask }

    private func next(
        adding added: [ScriptedEvent] = [], in state: inout State
    ) -> [LoadOperation] {
        guard let delivery = state.machine.deliver(adding: added) else { return [] }
        return tell(delivery.events[...], isLast: delivery.isLast, delivery.work, in: &state)
    }

    /// Tells events, up to one that visits the client for the library.
    private func tell(
        _ events: ArraySlice<ScriptedEvent>, isLast: Bool, _ work: ScriptedWork?,
        in state: inout State
    ) -> [LoadOperation] {
        var events = events
        while let event = events.popFirst() {
            state.isTold(event)
            switch event {
            case .mark(let part):
                state.add(LoadThread(worker: .owner, operations: script.parts[part]))
            case .visit(let part):
                return script.parts[part] + [.tellRest(events, isLast: isLast, work)]
            case .handOver:
                state.nextLoader = .started
            case .finish, .failure, .timeout:
                state.platform.end()
            case .response, .piece, .redirect:
                break
            }
            guard isLast, events.isEmpty else { continue }
            let isFailure = event == .failure || event == .timeout
            return [.cancelAlarm] + (isFailure ? release(work) : [])
        }
        return [.next]
    }
}
