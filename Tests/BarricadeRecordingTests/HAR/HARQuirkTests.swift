import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARQuirkTests {
    @Test(arguments: HARQuirk.all) func isRead(_ quirk: HARQuirk) throws {
        let archive = try HARArchive(fixture: quirk.file)
        #expect(try archive.replies() == quirk.replies)
        #expect(archive.passedOver.map { "\($0.request): \($0.reason)" } == quirk.passedOver)
    }
}
