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
            OwnProcess.mustEnd(withinMinutes: Endurance.minutes)
            let report = await PanelLoad.report(requests: 250 * Endurance.scale)
            try report.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let report = try folder.read("report")
        #expect(report.hasPrefix("OK\n"), "\(report)")
        if Endurance.scale > 1 { print(report) }
    }
}
#endif
