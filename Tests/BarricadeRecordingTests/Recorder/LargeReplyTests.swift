import Barricade
import BarricadeSurfaces
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Replies with large bodies.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct LargeReplyTests {
    @Test func aLargeBodyIsKeptWhole() async throws {
        let line = String(repeating: "0123456789", count: 6_000) + "\n"
        let server = try ScriptedServer { _ in
            .init(
                headers: ["Content-Type": "text/plain"],
                body: .stream { writer in
                    for _ in 0..<40 { try await writer.write(Data(line.utf8)) }
                })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let real = try await barricade.get(try server.url("/a")).text
        #expect(real.utf8.count == 40 * line.utf8.count)
        recording.stop(then: .barricaded)
        await server.stop()
        #expect(recording.report.refusals == [])
        #expect(try await barricade.get(try server.url("/a")).text == real)
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        let piece = Data(count: 1 << 20)
        let server = try ScriptedServer { _ in
            .init(
                body: .stream { writer in for _ in 0..<17 { try await writer.write(piece) } })
        }
        let barricade = Barricade.open()
        let recording = barricade.record(.live)
        let url = try server.url("/film")
        #expect(try await barricade.get(url).text.utf8.count == 17 << 20)
        #expect(
            "\(recording.report)" == """
                0 recorded, 1 refused
                  GET \(url.absoluteString): its body is larger than 16 MB, the most that is recorded
                """)
        #expect(barricade.sets.isEmpty)
    }
}
