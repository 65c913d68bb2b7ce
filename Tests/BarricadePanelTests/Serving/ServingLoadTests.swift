#if compiler(>=6.3) && os(Linux)
import Testing

@testable import TestSupport

/// Many clients of a server at a time, and a large file, each in a process of its own, which tells
/// what they have left.
///
/// `BARRICADE_ENDURANCE=20` makes it twenty times as much, and prints the figures.
@Suite(.timeLimit(.minutes(Endurance.minutes))) struct ServingLoadTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test(.onOwnThreads, arguments: ServingLoad.allCases)
    func theServerStands(_ load: ServingLoad) async throws {
        let path = folder.file("report").path
        await #expect(processExitsWith: .success) {
            [load = load as ServingLoad, path = path as String] in
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
