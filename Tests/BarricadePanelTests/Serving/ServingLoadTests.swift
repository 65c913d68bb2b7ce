#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Many clients of a server at a time, and a large file, each in a process of its own, which tells
/// what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it twenty times as much, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct ServingLoadTests {
    @Test(.onOwnThreads, arguments: ServingLoad.allCases)
    func theServerStands(_ load: ServingLoad) async throws {
        let folder = try ScratchFolder()
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) {
            [load = load as ServingLoad, path = path as String] in
            try await OwnProcess.report(to: path) { try await load.figures() }
        }
        try OwnProcess.expectGood(path, "\(load)")
    }
}
#endif
