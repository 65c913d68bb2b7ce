import Barricade

/// What decides on a load: the library's own state, or one with a flaw.
protocol LoadMachine: Hashable {
    typealias Wait = ScriptedWait
    typealias Visit = ScriptedVisit
    typealias WaitAction = ScriptedWaitAction
    typealias AlarmAction = ScriptedAlarmAction

    mutating func stop() -> ScriptedWork?
    mutating func add(_ events: [ScriptedEvent]) -> Bool
    mutating func hasPendingEvents() -> Bool
    mutating func visit(adding added: [ScriptedEvent]) -> Visit?
    var lacksLimits: Bool { get }
    mutating func setLimits(_ limits: LoadLimits, at now: Duration)
    mutating func wait(
        for work: ScriptedWork, _ wait: Wait, at now: Duration, needsAlarm: Bool
    ) -> WaitAction
    mutating func progress(at now: Duration)
    mutating func alarm(at now: Duration) -> AlarmAction
    var isLoading: Bool { get }
}
