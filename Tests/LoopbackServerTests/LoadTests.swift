#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Many clients at a time, good ones and bad ones, each test in a process of its own, which tells
/// what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it ten thousand requests and sixteen thousand random
/// connections, and prints the figures.
@Suite(.onOwnThreads, .timeLimit(.minutes(Endurance.minutes))) struct LoadTests {
    @Test(arguments: Load.allCases) func theServerStands(_ load: Load) async throws {
        let folder = try ScratchFolder()
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) { [load = load as Load, path = path as String] in
            try await OwnProcess.report(to: path) { try await load.figures() }
        }
        try OwnProcess.expectGood(path, "\(load)")
    }
}
#endif
