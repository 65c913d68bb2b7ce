import Barricade
import BarricadeFolder
import BarricadeRecording
import LoopbackServer
import Testing

@testable import TestSupport

/// What was recorded for one request of a set answers that request.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedForTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Imports replies by path; the text of each is its body.
    private func archive(_ replies: KeyValuePairs<String, String>) throws -> HARArchive {
        let entries = replies.enumerated().map { index, reply in
            """
            {"startedDateTime":"2026-03-01T09:00:\(10 + index)Z",\
            "request":{"method":"GET","url":"\(api)\(reply.key)"},\
            "response":{"status":\(reply.value == "gone" ? 404 : 200),\
            "content":{"size":9,"mimeType":"text/plain","text":"\(reply.value)"}}}
            """
        }
        return try HARArchive(entries: entries) { $0.replacesIDs = true }
    }

    /// A barricade with replies, and one with the folder that they were written to.
    private func barricades(_ replies: KeyValuePairs<String, String>) throws -> [Barricade] {
        let archive = try archive(replies)
        let folder = folder.file(UUID().uuidString)
        try archive.write(to: folder)
        return [Barricade(archive), try Barricade(folder: .directory(folder))]
    }

    private func texts(_ paths: String..., from barricade: Barricade) async throws -> [String] {
        let session = barricade.patientSession
        defer { withExtendedLifetime(barricade) {} }
        var texts: [String] = []
        for path in paths { texts.append(try await session.get("\(api)\(path)").text) }
        return texts
    }

    // MARK: Playing back

    @Test func anotherIDGetsTheFirstAndTheLogSaysSo() async throws {
        // Also if there is but one reply, as for the pen.
        for barricade in try barricades([
            "/books/1": "One", "/books/2": "Two", "/pens/1": "Pen",
        ]) {
            let texts = try await texts(
                "/books/9", "/books/2", "/pens/2", "/pens/1", from: barricade)
            #expect(texts == ["One", "Two", "Pen", "Pen"])
            let requests = barricade.requests
            #expect(
                requests.map(\.note)
                    == ["recorded for /books/1", nil, "recorded for /pens/1", nil])
            #expect(
                requests[0].description.hasPrefix(
                    """
                    GET https://api.example.com/books/9  "GET /books/:id" / "As Recorded" \
                    (recorded for /books/1)  200
                    """))
        }
    }

    @Test func eachIDAndQueryHasATurnOfItsOwn() async throws {
        for barricade in try barricades([
            "/books/1": "One", "/books/2": "Two", "/books/1": "Changed", "/books/2": "gone",
            "/search?q=fog&token=Zq8r3TnV5yB2kLm": "Fog",
            "/search?q=sea&token=Zq8r3TnV5yB2kLm": "Sea",
        ]) {
            let texts = try await texts(
                "/search?q=sea&token=1", "/search?token=2&q=fog", "/search?q=sky&token=3",
                "/books/2", "/books/2", "/books/1", "/books/2", "/books/1", from: barricade)
            let notes = barricade.requests.map(\.note)
            #expect(notes[..<3] == [nil, nil, "recorded for /search?q=fog&token"])
            #expect(try barricade.sequencePosition(for: "GET /books/:id") == 5)
            try barricade.select("200 (2)", for: "GET /books/:id")
            let chosen = try await self.texts("/books/1", from: barricade)
            #expect(
                texts + chosen
                    == ["Sea", "Fog", "Fog", "Two", "gone", "One", "gone", "Changed", "Two"])
        }
    }

    /// A narrow set is asked before a wide one that came later.
    @Test func aRecordingPlaysBackByIDAndQuery() async throws {
        let server = try ScriptedServer { .text("\($0.path)?\($0.query ?? "")") }
        let recorder = Barricade.open()
        let recording = recorder.record(.live)
        let paths = [
            "/books/new?", "/books/1?", "/books/2?", "/books/9?page=2", "/books?", "/search?q=fog",
            "/search?q=sea",
        ]
        try await recorder.texts(paths, of: server)
        recording.stop(then: .barricaded)
        try recording.save(to: folder.url)
        for barricade in [recorder, try Barricade(folder: .directory(folder.url))] {
            #expect(try await barricade.texts(paths.reversed(), of: server) == paths.reversed())
        }
    }

    // MARK: Writing

    @Test func theFolderSaysWhatForInPlainWords() throws {
        try archive(["/books/1": "One", "/books/2": "Two", "/books/3": "Two"])
            .write(to: folder.url)
        let text = try folder.read("get-books-id/set.json")
        #expect(
            text.replacing(#/"recorded": "[0-9a-f]{16}"/#, with: #""recorded": "…""#).contains(
                """
                    {
                      "name": "200 (2)",
                      "contentType": "text/plain",
                      "file": "get-books-id/200-2.txt",
                      "recorded": "…",
                      "for": ["/books/2", "/books/3"]
                    },

                """))
        let set = try #require(try ResponseSet.sets(in: .directory(folder.url)).first)
        #expect(set.recordedValues == ["id": "1"])
        // Only what was sought is kept of a query.
        let other = folder.file("Search")
        try archive([
            "/search?pw=hunter22&q=fog&name=Ada&page=2": "Fog",
            "/search?pw=hunter23&q=sea&name=Bob&page=2": "Sea",
        ]).write(to: other)
        let search = try #require(ResponseSet.sets(in: .directory(other)).first)
        #expect(
            Set(search.responses.flatMap(\.recordedFor))
                == ["/search?pw&q=fog&name&page=2", "/search?pw&q=sea&name&page=2"])
    }
}
