import Barricade
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

/// Replies with large bodies.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct LargeReplyTests {
    @Test func aLargeBodyIsKeptWhole() async throws {
        let line = String(repeating: "0123456789", count: 6_000) + "\n"
        let server = try ScriptedServer { _ in
            .init(
                headers: ["Content-Type": "text/plain"],
                body: .stream { writer in
                    for _ in 0..<20 { try await writer.write(Data(line.utf8)) }
                })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let real = try await barricade.texts(["/a"], of: server)
        recording.stop(then: .barricaded)
        await server.stop()
        #expect(recording.report.refusals == [])
        let played = try await barricade.texts(["/a"], of: server)
        let whole = [String(repeating: line, count: 20)]
        // As Booleans, so that a failure does not show the bodies.
        let (isWhole, isKept) = (real == whole, played == whole)
        #expect(isWhole && isKept)
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let megabyte: Int = 1 << 20
        let piece = Data(count: megabyte)
        let server = try ScriptedServer { _ in
            .init(
                body: .stream { writer in for _ in 0..<17 { try await writer.write(piece) } })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let texts = try await barricade.texts(["/film"], of: server)
        #expect(texts[0].utf8.count == 17 * megabyte)
        #expect(
            "\(recording.report)" == """
                0 recorded, 1 refused
                  GET http://\(server.host)/film: its body is larger than 16 MB, the most that is recorded
                """)
        #expect(barricade.sets.isEmpty)
    }
}
