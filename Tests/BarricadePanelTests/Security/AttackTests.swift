#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Attacks on a panel and a served port, each in a process of its own, which tells what they have
/// left.
///
/// `BARRICADE_ENDURANCE=100` makes them a hundred times as large, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct AttackTests {
    @Test(.onOwnThreads, arguments: Attack.allCases)
    func bothPortsStand(_ attack: Attack) async throws {
        let folder = try ScratchFolder()
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) {
            [attack = attack as Attack, path = path as String] in
            try await OwnProcess.report(to: path) { try await attack.figures() }
        }
        try OwnProcess.expectGood(path, "\(attack)")
    }
}
#endif
