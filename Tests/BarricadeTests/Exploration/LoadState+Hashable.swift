import Barricade

// Here rather than in the library, which never compares states.
extension LoadState: Equatable, Hashable where Event == ScriptedEvent, Work == ScriptedWork {
    static func == (left: Self, right: Self) -> Bool { left.loading == right.loading }

    func hash(into hasher: inout Hasher) { hasher.combine(loading) }
}

extension LoadState.Loading: Equatable, Hashable
where Event == ScriptedEvent, Work == ScriptedWork {
    static func == (left: Self, right: Self) -> Bool {
        left.events == right.events && left.isVisiting == right.isVisiting
            && left.work == right.work && left.wait == right.wait && left.start == right.start
            && left.deadlines == right.deadlines && left.alarm == right.alarm
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(events)
        hasher.combine(isVisiting)
        hasher.combine(work)
        hasher.combine(wait)
        hasher.combine(start)
        hasher.combine(deadlines)
        hasher.combine(alarm)
    }
}

extension LoadDeadlines: Equatable, Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.interval == right.interval && left.resource == right.resource
            && left.idle == right.idle
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(interval)
        hasher.combine(resource)
        hasher.combine(idle)
    }
}

extension LoadState.Visit: Equatable
where Event == ScriptedEvent, Work == ScriptedWork {
    static func == (left: Self, right: Self) -> Bool {
        left.events == right.events && left.isLast == right.isLast && left.work == right.work
    }
}

extension LoadState.WaitAction: Equatable where Work == ScriptedWork {
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing), (.findDeadlines, .findDeadlines): true
        case (.setAlarm(let left), .setAlarm(let right)): left == right
        case (.stop(let left), .stop(let right)): left == right
        case (.nothing, _), (.findDeadlines, _), (.setAlarm, _), (.stop, _): false
        }
    }
}

extension LoadState.AlarmAction: Equatable where Work == ScriptedWork {
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.nothing, .nothing), (.timeOut, .timeOut): true
        case (.setAlarm(let left), .setAlarm(let right)): left == right
        case (.goOn(let left), .goOn(let right)): left == right
        case (.nothing, _), (.timeOut, _), (.setAlarm, _), (.goOn, _): false
        }
    }
}
