#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// A panel that everybody asks at once, in a process of its own, which tells what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it five thousand requests to 500 sets, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct PanelLoadTests {
    @Test(.onOwnThreads) func thePanelStands() async throws {
        let folder = try ScratchFolder()
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try await OwnProcess.report(to: path) {
                try await PanelLoad().figures(requests: 250 * Endurance.scale)
            }
        }
        try OwnProcess.expectGood(path, "panel")
    }
}
#endif
