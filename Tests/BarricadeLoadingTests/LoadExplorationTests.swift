import Barricade
import Testing

@testable import TestSupport

/// Goes through every order of what may happen to a load.
///
/// One exploration at a time, to leave a core to other tests.
@Suite(.serialized, .timeLimit(.minutes(20))) struct LoadExplorationTests {
    private typealias Machine = ScriptedLoadState

    /// How many steps are taken; `nil` means all, which takes minutes.
    private static let depth = Endurance.scale > 1 ? nil : 20
    /// Which part of a script's states there are at least.
    private static let part = Endurance.scale > 1 ? 1 : 50

    @Test(arguments: LoadScript.common + LoadScript.linux)
    func linuxKeepsTheRules(script: LoadScript) async {
        let (failure, count) = await onOwnThread {
            let exploration = Exploration(
                of: LoadModel<Machine, LinuxTask>(machine: Machine(), script: script),
                depth: Self.depth)
            return (exploration.failure, exploration.stateCount)
        }
        #expect(failure == nil)
        #expect(count >= script.states.linux / Self.part)
    }

    @Test(arguments: LoadScript.common + LoadScript.apple)
    func applePlatformsKeepTheRules(script: LoadScript) async {
        let (failure, count) = await onOwnThread {
            let exploration = Exploration(
                of: LoadModel<Machine, AppleTask>(machine: Machine(), script: script),
                depth: Self.depth)
            return (exploration.failure, exploration.stateCount)
        }
        #expect(failure == nil)
        #expect(count >= script.states.apple / Self.part)
    }

    @Test(arguments: LoadFlaw.allCases) func aFlawBreaksARule(flaw: LoadFlaw) async {
        let failure = await onOwnThread { Self.failure(of: flaw) }
        #expect(failure?.hasPrefix("\(flaw.brokenRule)\n") == true, "\(failure ?? "none")")
    }

    /// Most flaws need few steps, in one script or another.
    private static func failure(of flaw: LoadFlaw) -> String? {
        for depth in [10, 16, 22] {
            for script in LoadScript.common + LoadScript.linux {
                let model = LoadModel<FlawedLoadState, LinuxTask>(
                    machine: FlawedLoadState(flaw), script: script)
                if let failure = Exploration(of: model, depth: depth).failure { return failure }
            }
        }
        return nil
    }

    /// An alarm is set outside of the lock, so the load may have ended when it is.
    @Test func anAlarmSetAfterTheEndMustBeSeen() throws {
        let script = LoadScript.common.first { $0.name == "made by a handler, then delayed" }
        var model = LoadModel<Machine, LinuxTask>(
            machine: Machine(), script: try #require(script))
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
    }

    @Test func aTaskThatIsNotRunningMustBeSeen() throws {
        let script = LoadScript.common.first { $0.name == "answered at once" }
        var model = LoadModel<Machine, LinuxTask>(
            machine: Machine(), script: try #require(script))
        model.checksTask = false
        let failure = Exploration(of: model).failure
        #expect(failure?.hasPrefix("\(LoadRule.toldWhileNotRunning)\n") == true)
    }

    /// The queue may look for news whenever the task is being resumed, and put that off each time.
    @Test func theOldRuleMayNeverComeToAnEnd() {
        #expect(
            Exploration(of: HoppingModel()).failure == """
                Steps 7 to 11 may come again and again.

                1. user: resumes the task
                2. queue: startLoading
                3. queue: looks for news, or puts that off
                4. handler: answers
                5. handler: adds response, finish
                6. handler: begins to resume the task
                7. handler: resumes the task, if it is running
                8. queue: startLoading
                9. queue: looks for news, or puts that off
                10. handler: has resumed the task
                11. handler: begins to resume the task
                """)
    }
}
