import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation
import LoopbackServer
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What was recorded for one request of a set answers that request.
@Suite(.takingTurns, .timeLimit(.minutes(20))) struct RecordedForTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Imports replies by path; the text of each is its body.
    private func archive(
        _ replies: KeyValuePairs<String, String>,
        configure: (inout HARArchive.Options) -> Void = { $0.replacesIDs = true }
    ) throws -> HARArchive {
        let entries = replies.enumerated().map { index, reply in
            """
            {"startedDateTime":"2026-03-01T09:00:\(10 + index)Z",\
            "request":{"method":"GET","url":"\(api)\(reply.key)"},\
            "response":{"status":\(reply.value == "gone" ? 404 : 200),\
            "content":{"size":9,"mimeType":"text/plain","text":"\(reply.value)"}}}
            """
        }
        let file = folder.file("traffic.har")
        try Data(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8).write(to: file)
        return try HARArchive(contentsOf: file, configure: configure)
    }

    private func texts(_ paths: String..., from barricade: Barricade) async throws -> [String] {
        let session = barricade.patientSession
        defer { withExtendedLifetime(barricade) {} }
        var texts: [String] = []
        for path in paths { texts.append(try await session.get("\(api)\(path)").text) }
        return texts
    }

    /// A barricade with an archive, and one with the folder that it was written to.
    private func barricades(_ archive: HARArchive) throws -> [Barricade] {
        let responses = folder.file("Responses")
        try archive.write(to: responses)
        return [Barricade(archive), try Barricade(folder: .directory(responses))]
    }

    @Test func eachIDGetsItsOwnReply() async throws {
        let archive = try archive([
            "/books/1": "One", "/books/2": "Two", "/books/3": "gone",
        ])
        for barricade in try barricades(archive) {
            #expect(
                try await texts("/books/2", "/books/1", "/books/3", "/books/2", from: barricade)
                    == ["Two", "One", "gone", "Two"])
            try barricade.select("200 (2)", for: "GET /books/:id")
            #expect(try await texts("/books/1", from: barricade) == ["Two"])
        }
    }

    @Test func anotherIDGetsTheFirstAndTheLogSaysSo() async throws {
        for barricade in try barricades(archive(["/books/1": "One", "/books/2": "Two"])) {
            #expect(try await texts("/books/9", "/books/2", from: barricade) == ["One", "Two"])
            #expect(barricade.requests.map(\.note) == ["recorded for /books/1", nil])
            #expect(
                barricade.requests[0].description.hasPrefix(
                    """
                    GET https://api.example.com/books/9  "GET /books/:id" / "As Recorded" \
                    (recorded for /books/1)  200
                    """))
        }
        // Also if there is but one reply.
        for barricade in try barricades(archive(["/pens/1": "One"])) {
            _ = try await texts("/pens/2", "/pens/1", from: barricade)
            #expect(barricade.requests.map(\.note) == ["recorded for /pens/1", nil])
        }
    }

    @Test func eachIDHasATurnOfItsOwn() async throws {
        let archive = try archive([
            "/books/1": "One", "/books/2": "Two", "/books/1": "Changed",
            "/books/2": "gone",
        ])
        for barricade in try barricades(archive) {
            #expect(
                try await texts(
                    "/books/2", "/books/2", "/books/1", "/books/2", "/books/1", from: barricade)
                    == ["Two", "gone", "One", "gone", "Changed"])
            #expect(try barricade.sequencePosition(for: "GET /books/:id") == 5)
        }
    }

    @Test func eachQueryGetsItsOwnReply() async throws {
        let archive = try archive([
            "/search?q=fog&token=Zq8r3TnV5yB2kLm": "Fog",
            "/search?q=sea&token=Zq8r3TnV5yB2kLm": "Sea",
        ])
        #expect(archive.responseSets.map(\.name) == ["GET /search?q&token"])
        for barricade in try barricades(archive) {
            #expect(
                try await texts(
                    "/search?q=sea&token=1", "/search?token=2&q=fog", "/search?q=sky&token=3",
                    from: barricade) == ["Sea", "Fog", "Fog"])
            #expect(
                barricade.requests.map(\.note) == [nil, nil, "recorded for /search?q=fog&token"])
        }
    }

    @Test func onlyWhatWasSoughtIsKeptOfAQuery() throws {
        try archive([
            "/search?pw=hunter22&q=fog&name=Ada&page=2": "Fog",
            "/search?pw=hunter23&q=sea&name=Bob&page=2": "Sea",
        ]).write(to: folder.file("Responses"))
        let set = try #require(ResponseSet.sets(in: .directory(folder.file("Responses"))).first)
        let targets = set.responses.flatMap(\.recordedFor)
        #expect(targets.contains("/search?pw&q=fog&name&page=2"))
        #expect(targets.allSatisfy { !$0.contains("hunter") && !$0.contains("Ada") })
    }

    @Test func theFolderSaysWhatForInPlainWords() throws {
        try archive(["/books/1": "One", "/books/2": "Two", "/books/3": "Two"])
            .write(to: folder.file("Responses"))
        let text = try String(
            contentsOf: folder.file("Responses/get-books-id/set.json"), encoding: .utf8)
        #expect(
            text.replacing(#/"recorded": "[0-9a-f]{16}"/#, with: #""recorded": "…""#) == """
                {
                  "$schema": "../barricade.schema.json",
                  "name": "GET /books/:id",
                  "on": "GET https://api.example.com/books/:id",
                  "default": "As Recorded",
                  "responses": [
                    {
                      "name": "200",
                      "contentType": "text/plain",
                      "file": "get-books-id/200.txt",
                      "recorded": "…",
                      "for": ["/books/1"]
                    },
                    {
                      "name": "200 (2)",
                      "contentType": "text/plain",
                      "file": "get-books-id/200-2.txt",
                      "recorded": "…",
                      "for": ["/books/2", "/books/3"]
                    },
                    {
                      "name": "As Recorded",
                      "sequence": [
                        {
                          "name": "200",
                          "contentType": "text/plain",
                          "file": "get-books-id/200.txt",
                          "for": ["/books/1"]
                        },
                        {
                          "name": "200 (2)",
                          "contentType": "text/plain",
                          "file": "get-books-id/200-2.txt",
                          "for": ["/books/2", "/books/3"]
                        }
                      ],
                      "recorded": "…"
                    }
                  ]
                }

                """)
        let set = try #require(try ResponseSet.sets(in: .directory(folder.file("Responses"))).first)
        #expect(set.recordedValues == ["id": "1"])
    }

    /// What is recorded later joins what is there, and changes nothing of it.
    @Test func laterRecordingsAddTheirIDs() async throws {
        let responses = folder.file("Responses")
        try archive(["/books/1": "One"]).write(to: responses)
        try archive(["/books/2": "Two"]).write(to: responses)
        let before = try folder.tree()
        let again = try archive(["/books/2": "Two", "/books/1": "One"]).write(to: responses)
        #expect(again.isEmpty, "\(again)")
        #expect(
            try folder.tree().filter { $0.key != "traffic.har" }
                == before.filter { $0.key != "traffic.har" })
        try archive(["/books/3": "Three", "/books/1": "First"]).write(to: responses)
        let barricade = try Barricade(folder: .directory(responses))
        #expect(
            try await texts("/books/3", "/books/2", "/books/1", from: barricade)
                == ["Three", "Two", "First"])
        #expect(
            try folder.tree().keys.filter { $0.hasSuffix(".txt") }.sorted() == [
                "Responses/get-books-id/200-2.txt", "Responses/get-books-id/200-3.txt",
                "Responses/get-books-id/200.txt",
            ])
    }

    @Test func aRecordingPlaysBackByIDAndQuery() async throws {
        let server = try ScriptedServer { request in
            .json(#"["\#(request.path)\#(request.query.map { "?\($0)" } ?? "")"]"#)
        }
        let recorder = Barricade.open()
        let recording = recorder.record(.live)
        let paths = ["/books/1", "/books/2", "/search?q=fog", "/search?q=sea"]
        for path in paths { try await recorder.get(try server.url(path)) }
        recording.stop(then: .barricaded)
        try recording.save(to: folder.file("Responses"))
        let saved = try Barricade(folder: .directory(folder.file("Responses")))
        for barricade in [recorder, saved] {
            for path in paths.reversed() {
                #expect(try await barricade.get(try server.url(path)).text.contains("\"\(path)\""))
            }
        }
    }
}
