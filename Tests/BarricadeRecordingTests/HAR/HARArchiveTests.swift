import Barricade
import BarricadeRecording
import Foundation
import Testing

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARArchiveTests {
    @Test func saysWhatWasPassedOver() throws {
        let archive = try HARArchive(fixture: "not-http")
        #expect(
            archive.description == """
                not-http.har: 0 responses in 0 sets, from 0 of 8 entries.
                Passed over 2 entries: it opens a web socket, which has no responses.
                    line 40  GET https://api.example.com/socket
                    line 76  GET https://api.example.com/messages
                Passed over 1 entry: it switches to another protocol (status 101).
                    line 9  GET https://api.example.com/switch
                Passed over 1 entry: its URL has the scheme wss, which no HTTP server answers.
                    line 122  GET wss://api.example.com/live
                Passed over 1 entry: its URL has the scheme data, which no HTTP server answers.
                    line 162  GET data:text/plain,Hello
                Passed over 1 entry: its URL has the scheme blob, which no HTTP server answers.
                    line 202  GET blob:https://api.example.com/1
                Passed over 1 entry: its URL is not absolute.
                    line 242  GET /books
                Passed over 1 entry: it only opens a tunnel through a proxy.
                    line 282  CONNECT https://api.example.com:443
                """)
        #expect(archive.passedOver.map(\.number) == Array(1...8))
        #expect(
            archive.passedOver.first?.description == """
                entry 1 (line 9)  GET https://api.example.com/switch: it switches to another \
                protocol (status 101)
                """)
    }

    @Test func countsWhatBecameResponses() throws {
        let archive = try HARArchive(fixture: "repeats")
        #expect(archive.description == "repeats.har: 3 responses in 1 set, from 4 of 4 entries.")
        #expect(archive.responseSets.first?.defaultResponse == "As Recorded")
    }

    @Test func importsOnlyTheHostsAskedFor() throws {
        let archive = try HARArchive(fixture: "repeats") { $0.hosts = ["*.example.org"] }
        #expect(archive.responseSets.isEmpty)
        #expect(
            archive.passedOver.map(\.reason)
                == Array(repeating: "its host is none of those to import", count: 4))
        let all = try HARArchive(fixture: "repeats") { $0.hosts = ["*.example.com"] }
        #expect(all.passedOver.isEmpty)
    }

    @Test func namesThreeEntriesForEachReason() throws {
        let archive = try HARArchive(fixture: "repeats") { $0.hosts = ["example.org"] }
        #expect(
            archive.description == """
                repeats.har: 0 responses in 0 sets, from 0 of 4 entries.
                Passed over 4 entries: its host is none of those to import.
                    line 9  GET https://api.example.com/books
                    line 49  GET https://api.example.com/books
                    line 89  GET https://api.example.com/books
                    and 1 more
                """)
    }

    @Test func keepsDelaysWhenAsked() throws {
        let slow = try HARArchive(fixture: "numbers") { $0.keepsDelays = true }
        #expect(
            slow.responseSets.flatMap(\.responses).map(\.delay) == [
                .fixed(.milliseconds(250.5)), nil,
            ])
        let fast = try HARArchive(fixture: "numbers")
        #expect(fast.responseSets.flatMap(\.responses).allSatisfy { $0.delay == nil })
    }

    @Test func replacesIDsWhenAsked() throws {
        let archive = try HARArchive(fixture: "errors") { $0.replacesIDs = true }
        #expect(
            archive.responseSets.map(\.name) == [
                "GET /text", "GET /entry", "GET /null", "GET /:id",
            ])
    }

    @Test func masksSecretsInWhatItPrints() throws {
        let text = try String(contentsOf: HARArchive.fixture("not-http"), encoding: .utf8)
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(text.replacing("/switch", with: "/switch?token=hunter2").utf8).write(to: url)
        let archive = try HARArchive(contentsOf: url)
        #expect(archive.passedOver.first?.request == "GET https://api.example.com/switch?token=•••")
    }
}
