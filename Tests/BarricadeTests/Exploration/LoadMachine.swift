import Barricade

/// What decides on a load: the library's own state, or one with a flaw.
protocol LoadMachine: Hashable {
    typealias Action = LoadState<ScriptedEvent, ScriptedWork>.Action
    typealias Wake = LoadState<ScriptedEvent, ScriptedWork>.Wake

    mutating func start() -> Action
    func suspend() -> Action
    mutating func stop() -> Action
    mutating func add(_ events: [ScriptedEvent]) -> Action
    mutating func news() -> Action
    mutating func next() -> Action
    var hasDeadlines: Bool { get }
    mutating func setDeadlines(_ deadlines: LoadDeadlines)
    mutating func wait(for work: ScriptedWork, until wake: Wake) -> Action
    mutating func leave(to work: ScriptedWork) -> Action
    mutating func progress(at now: Duration)
    mutating func alarm(
        at now: Duration, timeout: @autoclosure () -> ScriptedEvent
    ) -> Action
    var isLoading: Bool { get }
}

extension LoadState: LoadMachine where Event == ScriptedEvent, Work == ScriptedWork {}
