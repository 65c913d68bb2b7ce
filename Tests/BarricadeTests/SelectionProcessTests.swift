#if compiler(>=6.3) && (os(Linux) || os(macOS))
import Barricade
import Testing

@testable import TestSupport

/// Processes that keep their selections in one place, and are killed there.
@Suite(.onOwnThreads, .timeLimit(.minutes(10))) struct SelectionProcessTests {
    private let suite = DefaultsSuite()

    @Test func processesLoseNothingInUserDefaultsAlsoIfTheyAreKilled() async throws {
        let name = suite.name
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<3 {
                group.addTask {
                    await #expect(processExitsWith: .signal(SIGKILL)) {
                        [name = name as String, number = number as Int] in
                        let sets = (0..<20).map { "\(number).\($0)" }
                        let barricade = Barricade(
                            sets.map { set in
                                ResponseSet(set, on: .any) {
                                    CannedResponse("OK")
                                    CannedResponse("Offline")
                                }
                            }
                        ) {
                            $0.name = "App"
                            $0.storage = .userDefaults(suite: name)
                        }
                        for set in sets { try barricade.select("Offline", for: set) }
                        kill(getpid(), SIGKILL)
                    }
                }
            }
        }
        let saved = try UserDefaultsSelectionStorage.userDefaults(suite: name).load(for: "App")
            .responses
        #expect(saved.values.count { $0 == "Offline" } == 60)
    }
}
#endif
