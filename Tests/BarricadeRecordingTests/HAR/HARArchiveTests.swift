import BarricadeFolder
import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARArchiveTests {
    @Test func saysWhatWasPassedOver() throws {
        let archive = try HARArchive(fixture: "not-http")
        #expect(
            archive.description == """
                not-http.har: 0 responses in 0 sets, from 0 of 8 entries; 8 passed over.
                Passed over 2 entries: it opens a web socket, which has no responses.
                    entry 2 (line 40)  GET https://api.example.com/socket
                    entry 3 (line 76)  GET https://api.example.com/messages
                Passed over 1 entry: it switches to another protocol (status 101).
                    entry 1 (line 9)  GET https://api.example.com/switch
                Passed over 1 entry: its URL has the scheme wss, which no HTTP server answers.
                    entry 4 (line 122)  GET wss://api.example.com/live
                Passed over 1 entry: its URL has the scheme data, which no HTTP server answers.
                    entry 5 (line 162)  GET data:text/plain,Hello
                Passed over 1 entry: its URL has the scheme blob, which no HTTP server answers.
                    entry 6 (line 202)  GET blob:https://api.example.com/1
                Passed over 1 entry: its URL is not absolute.
                    entry 7 (line 242)  GET /books
                Passed over 1 entry: it only opens a tunnel through a proxy.
                    entry 8 (line 282)  CONNECT https://api.example.com:443
                """)
        #expect(archive.passedOver.map(\.entry) == Array(1...8))
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
                repeats.har: 0 responses in 0 sets, from 0 of 4 entries; 4 passed over.
                Passed over 4 entries: its host is none of those to import.
                    entry 1 (line 9)  GET https://api.example.com/books
                    entry 2 (line 49)  GET https://api.example.com/books
                    entry 3 (line 89)  GET https://api.example.com/books
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

    @Test func tellsHowFarItIs() throws {
        let entries = (0..<150).map {
            """
            {"request":{"method":"GET","url":"https://a.example/\(["a", "b", "c"][$0 % 3])/x\($0)"},
             "response":{"status":200,"content":{"text":"[\($0)]","mimeType":"application/json"}}}
            """
        }
        let told = Locked<[[Int]]>([])
        _ = try Self.archive(
            text: "{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}"
        ) {
            $0.progress = { done, count in told.withLock { $0.append([done, count]) } }
        }
        #expect(
            told.withLock { $0 } == [
                [64, 150], [128, 150], [150, 150],
            ])
    }

    @Test func replacesIDsWhenAsked() throws {
        let entries = ["/books/7", "/books/8", "/9"].map { path in
            """
            {"request":{"method":"GET","url":"https://a.example\(path)"},"response":{"status":200}}
            """
        }
        let text = "{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}"
        let archive = try Self.archive(text: text) { $0.replacesIDs = true }
        // At the start of a path, any other page would match it.
        #expect(archive.responseSets.map(\.name) == ["GET /books/:id", "GET /9"])
    }

    @Test func aBodyOfUnknownSizeIsNotEmpty() throws {
        let archive = try Self.archive(
            #""response":{"status":200,"content":{"size":-1,"mimeType":"application/json"}}"#)
        #expect(archive.passedOver.map(\.reason) == ["its body is not in the file"])
        let empty = try Self.archive(
            """
            "response":{"status":200,"content":{"size":-1},\
            "headers":[{"name":"Content-Length","value":"0"}]}
            """)
        #expect(empty.responseSets.map(\.name) == ["GET /a"])
    }

    @Test func aFolderKeepsWhatPeopleHaveWritten() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            { "version": 1, "sets": [{ "name": "Mine", "on": "/mine", "responses": [{ "name": "R" }] }],
              "presets": [{ "name": "P", "select": { "Mine": "R" } }] }
            """, to: "barricade.json")
        let archive = try Self.archive(
            #""response":{"status":200,"content":{"size":1,"mimeType":"text/plain","text":"A"}}"#)
        try archive.write(to: folder.url)
        var sets = try Barricade(folder: .directory(folder.url)).sets
        #expect(sets.map(\.name) == ["Mine", "GET /a"])
        #expect(try folder.read("barricade.json").contains(#""P""#))

        try folder.write("B", to: "get-a/200.txt")
        try archive.write(to: folder.url)
        #expect(try folder.read("get-a/200.txt") == "B")
        sets = try Barricade(folder: .directory(folder.url)).sets
        #expect(sets.last?.responses.map(\.name) == ["200"])

        // A reply that is another one stands beside the edit.
        let changed = try Self.archive(
            #""response":{"status":200,"content":{"size":1,"mimeType":"text/plain","text":"C"}}"#)
        try changed.write(to: folder.url)
        #expect(try folder.read("get-a/200.txt") == "B")
        #expect(try folder.read("get-a/200-2.txt") == "C")
        sets = try Barricade(folder: .directory(folder.url)).sets
        #expect(sets.last?.responses.map(\.name) == ["200", "200 (2)"])
    }

    @Test func anEditStandsForWhatWasRecorded() throws {
        let folder = try ScratchFolder()
        let entry = { (number: Int, text: String) in
            """
            {"startedDateTime":"2026-01-0\(number)","request":{"method":"GET","url":"https://a.example/a"},
             "response":{"status":200,"content":{"size":9,"mimeType":"application/json","text":"\(text)"}}}
            """
        }
        let archive = try Self.archive(
            text: """
                {"log":{"entries":[\(entry(1, "[1]")),\(entry(2, "[ 2 ]")),\(entry(3, "[1]"))]}}
                """)
        try archive.write(to: folder.url)
        let text = try folder.read("get-a/set.json")
        #expect(text.contains(#""200 (2)""#))
        for edited in [
            text.replacing(#"{ "name": "200","#, with: #"{ "name": "200", "status": 203,"#),
            text.replacing(
                #"{ "name": "200","#, with: #"{ "name": "200", "times": 3,"#, maxReplacements: 2
            )
            .replacing(
                #"{ "name": "200", "times": 3,"#, with: #"{ "name": "200","#, maxReplacements: 1),
        ] {
            #expect(edited != text)
            try folder.write(edited, to: "get-a/set.json")
            let before = try folder.tree()
            try archive.write(to: folder.url)
            #expect(try folder.tree() == before)
        }
        // The sequence has the new name too.
        let renamed = text.replacing(#""name": "200","#, with: #""name": "Mine","#)
        try folder.write(renamed, to: "get-a/set.json")
        try archive.write(to: folder.url)
        let sets = try ResponseSet.sets(in: .directory(folder.url))
        #expect(sets[0].responses.map(\.name) == ["Mine", "200 (2)", "As Recorded"])

        try folder.write("[7]", to: "get-a/200.json")
        let before = try folder.tree()
        try archive.write(to: folder.url)
        #expect(try folder.tree() == before)
    }

    @Test func namesTheFileOfAScriptByItsType() throws {
        let folder = try ScratchFolder()
        let archive = try Self.archive(
            #""response":{"status":200,"content":{"size":1,"mimeType":"application/javascript","text":"a()"}}"#
        )
        try archive.write(to: folder.url)
        #expect(try folder.read("get-a/200.js") == "a()")
        #expect(
            try folder.read("get-a/set.json").contains(#""contentType": "application/javascript""#))
    }

    /// Imports one entry with a response.
    private static func archive(_ response: String) throws -> HARArchive {
        try archive(
            text: """
                {"log":{"entries":[{"request":{"method":"GET","url":"https://a.example/a"},
                \(response)}]}}
                """)
    }

    private static func archive(
        text: String, configure: (inout HARArchive.Options) -> Void = { _ in }
    ) throws -> HARArchive {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(text.utf8).write(to: url)
        return try HARArchive(contentsOf: url, configure: configure)
    }

    @Test func masksSecretsInWhatItPrints() throws {
        let text = try String(contentsOf: HARArchive.fixture("not-http"), encoding: .utf8)
        let archive = try Self.archive(
            text: text.replacing("/switch", with: "/switch?token=hunter2"))
        #expect(archive.passedOver.first?.request == "GET https://api.example.com/switch?token=•••")
    }
}
