import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARQuirkTests {
    @Test func isRead() throws {
        for (file, lines) in HARQuirk.all {
            let archive = try HARArchive(fixture: file)
            let passedOver = archive.passedOver.map { "passed over: \($0.request): \($0.reason)" }
            let replies = try archive.replies()
            #expect(replies + passedOver == lines, "\(file)")
        }
    }
}
