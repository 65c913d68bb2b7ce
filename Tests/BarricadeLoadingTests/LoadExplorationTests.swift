import Barricade
import Testing

@testable import TestSupport

/// Goes through every order of what may happen to a load.
///
/// One exploration at a time, to leave a core to other tests.
@Suite(.serialized, .timeLimit(.minutes(20))) struct LoadExplorationTests {
    /// How many steps are taken; `nil` means all, which takes minutes.
    private static let depth = Endurance.scale > 1 ? nil : 20
    /// Which part of a script's states there are at least.
    private static let part = Endurance.scale > 1 ? 1 : 50

    @Test(arguments: LoadScript.common + LoadScript.linux + LoadScript.apple)
    func eachPlatformKeepsTheRules(script: LoadScript) async {
        if script.states.linux > 0 {
            await expectRules(script, on: LinuxTask.self, states: script.states.linux)
        }
        if script.states.apple > 0 {
            await expectRules(script, on: AppleTask.self, states: script.states.apple)
        }
    }

    private func expectRules<Platform: ModelPlatform>(
        _ script: LoadScript, on platform: Platform.Type, states: Int
    ) async {
        let (failure, count) = await onOwnThread {
            let exploration = Exploration(
                of: LoadModel<Platform>(script: script), depth: Self.depth)
            return (exploration.failure, exploration.stateCount)
        }
        #expect(failure == nil, "\(Platform.self): \(count) states")
        #expect(count >= states / Self.part, "\(Platform.self): \(count) states")
    }

    @Test(arguments: LoadFlaw.allCases) func aFlawBreaksARule(flaw: LoadFlaw) async throws {
        let script = try script(flaw.script)
        let failure = await onOwnThread {
            let model = LoadModel<LinuxTask>(machine: LoadMachine(flaw), script: script)
            return Exploration(of: model, depth: Self.depth).failure
        }
        #expect(failure?.hasPrefix("\(flaw.brokenRule)\n") == true, "\(failure ?? "none")")
    }

    private func script(_ name: String) throws -> LoadScript {
        try #require(LoadScript.common.first { $0.name == name })
    }

    /// What the library checks outside of its lock has to be checked: the alarm that is set as the
    /// load ends, and the task before it is told something.
    @Test func aCheckThatIsLeftOutBreaksARule() throws {
        var model = LoadModel<LinuxTask>(script: try script("made by a handler, then delayed"))
        model.checksAlarms = false
        #expect(
            Exploration(of: model).failure == """
                All is quiet, and an alarm is still set for a load that is over.

                1. user: resumes the task
                2. queue: startLoading
                3. queue: waits for handler
                4. queue: sets the alarm to 0 s
                5. queue: looks for news
                6. user: cancels the task
                7. queue: notes the cancellation
                8. handler: answers
                9. handler: pauses for 2 s
                10. queue: stopLoading
                11. queue: cancels the alarm
                12. queue: tells the client of the cancellation
                13. handler: sets the alarm to 2 s
                """)
        model = LoadModel(script: try script("answered at once"))
        model.checksTask = false
        let failure = Exploration(of: model).failure
        #expect(failure?.hasPrefix("\(LoadRule.toldWhileNotRunning)\n") == true)
    }
}
