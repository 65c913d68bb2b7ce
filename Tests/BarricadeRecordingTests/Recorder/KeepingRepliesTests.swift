import Barricade
import BarricadeSurfaces
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Replies that are kept one by one, and those that are large.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct KeepingRepliesTests {
    @Test func aReplyInTheLogCanBeKept() async throws {
        let server = try ScriptedServer { request in .json("[\"\(request.path)\"]") }
        let barricade = Barricade.open(
            ResponseSet("Books", on: .get("/books")) { CannedResponse("None", json: []) })
        try barricade.setMode(.live, for: "Books")
        try await barricade.get(try server.url("/early"))
        let recording = barricade.record(.recordingSets)
        for path in ["/books", "/writers"] { try await barricade.get(try server.url(path)) }
        #expect(barricade.sets.map(\.responses.count) == [1])
        #expect(barricade.keepableReplies == [1, 2])
        #expect(barricade.overview.keepableReplies == [1, 2])
        try barricade.keepReply(to: 1)
        try barricade.keepReply(to: 2)
        #expect(barricade.sets.map(\.name) == ["GET /writers", "Books"])
        #expect(barricade.sets[1].responses.map(\.name) == ["None", "200"])
        #expect(barricade.keepableReplies.isEmpty)
        #expect(recording.report.keptCount == 2)
        let error = #expect(throws: BarricadeError.self) { try barricade.keepReply(to: 0) }
        #expect(error?.code == .missingRecorder)
        #expect(
            error?.message == """
                The reply to request 0 is not there any more, or was never seen.

                To fix: record before the request is sent, and keep the recording:
                  let recording = barricade.record(.recordingSets)
                """)
    }

    @Test func onlyTheLatestRepliesWait() async throws {
        let server = try ScriptedServer { _ in .json("[]") }
        let barricade = Barricade.open()
        let recording = barricade.record(.recordingSets)
        for number in 0..<25 { try await barricade.get(try server.url("/\(number)")) }
        #expect(barricade.keepableReplies == Set(5..<25))
        withExtendedLifetime(recording) {}
    }

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
