#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Attacks on a panel and a served port, each in a process of its own, which tells what they have
/// left.
///
/// `BARRICADE_ENDURANCE=100` makes them a hundred times as large, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct AttackTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(.onOwnThreads, arguments: Attack.allCases)
    func bothPortsStand(_ attack: Attack) async throws {
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) {
            [attack = attack as Attack, path = path as String] in
            OwnProcess.mustEnd(withinMinutes: Endurance.minutes)
            let report = await attack.report()
            try report.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let report = try folder.read("report")
        #expect(report.hasPrefix("OK\n"), "\(report)")
        if Endurance.scale > 1 { print("\(attack): \(report)") }
    }
}
#endif
