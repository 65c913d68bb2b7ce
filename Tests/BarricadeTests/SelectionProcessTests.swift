#if compiler(>=6.3) && (os(Linux) || os(macOS))
import Barricade
import Foundation
import Testing

@testable import TestSupport

/// Processes that keep their selections in one place, and are killed there.
@Suite(.onOwnThreads, .timeLimit(.minutes(10))) struct SelectionProcessTests {
    private let suite = DefaultsSuite()

    private static func barricade(
        _ sets: some Sequence<String>, in storage: any SelectionStorage
    ) -> Barricade {
        Barricade(
            sets.map { set in
                ResponseSet(set, on: .any) {
                    CannedResponse("OK")
                    CannedResponse("Offline")
                }
            }
        ) {
            $0.name = "App"
            $0.storage = storage
        }
    }

    private static func selectAll(of number: Int, in storage: any SelectionStorage) throws {
        let sets = (0..<20).map { "\(number).\($0)" }
        let barricade = barricade(sets, in: storage)
        for set in sets { try barricade.select("Offline", for: set) }
    }

    // MARK: At the same time

    @Test func processesLoseNothingInUserDefaults() async throws {
        let name = suite.name
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [name = name as String, number = number as Int] in
                        try Self.selectAll(of: number, in: .userDefaults(suite: name))
                    }
                }
            }
        }
        #expect(
            try UserDefaultsSelectionStorage(suite: name).load(for: "App").responses.count == 80)
    }

    // MARK: Killed

    @Test func whatIsSelectedOutlivesAKill() async throws {
        let name = suite.name
        await #expect(processExitsWith: .signal(SIGKILL)) { [name = name as String] in
            try Self.barricade(["Login"], in: .userDefaults(suite: name))
                .select("Offline", for: "Login")
            kill(getpid(), SIGKILL)
        }
        let next = Self.barricade(["Login"], in: .userDefaults(suite: name))
        #expect(next.snapshot == ["Login": "Offline"])
    }
}
#endif
