#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Many clients at a time, good ones and bad ones, each test in a process of its own, which tells
/// what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it ten thousand requests and sixteen thousand random
/// connections, and prints the figures.
@Suite(.onOwnThreads, .timeLimit(.minutes(Endurance.minutes))) struct LoadTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(arguments: Load.allCases) func theServerStands(_ load: Load) async throws {
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) { [load = load as Load, path = path as String] in
            OwnProcess.mustEnd(withinMinutes: Endurance.minutes)
            let report = await load.report()
            try report.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let report = try folder.read("report")
        #expect(report.hasPrefix("OK\n"), "\(report)")
        if Endurance.scale > 1 { print("\(load): \(report)") }
    }
}
#endif
