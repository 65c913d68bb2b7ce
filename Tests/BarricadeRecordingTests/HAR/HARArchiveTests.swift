import BarricadeFolder
import Barricade
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARArchiveTests {
    @Test func readsWhatExportersWriteEachInItsOwnWay() throws {
        for (file, lines) in HARQuirk.all {
            let archive = try HARArchive(fixture: file)
            let passedOver = archive.refusals.map { "passed over: \($0)" }
            #expect(try archive.replies() + passedOver == lines, "\(file)")
        }
    }

    @Test func saysWhatWasPassedOver() throws {
        let text = try String(contentsOf: HARArchive.fixture("not-http"), encoding: .utf8)
        // Secrets are masked in what it prints.
        let archive = try HARArchive(
            text: text.replacing("/switch", with: "/switch?token=hunter2"))
        #expect(
            archive.description == """
                traffic.har: 0 responses in 0 sets, from 0 of 8 entries; 8 passed over.
                Passed over 2 entries: it opens a web socket, which has no responses.
                    entry 2 (line 40)  GET https://api.example.com/socket
                    entry 3 (line 76)  GET https://api.example.com/messages
                Passed over 1 entry: it switches to another protocol (status 101).
                    entry 1 (line 9)  GET https://api.example.com/switch?token=•••
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
        #expect(
            archive.passedOver.first?.description == """
                entry 1 (line 9)  GET https://api.example.com/switch?token=•••: it switches to \
                another protocol (status 101)
                """)
    }

    @Test func importsOnlyTheHostsAskedForAndDelaysIfAsked() throws {
        let all = try HARArchive(fixture: "repeats") { $0.hosts = ["*.example.com"] }
        // Three entries are named for each reason.
        let none = try HARArchive(fixture: "repeats") { $0.hosts = ["example.org"] }
        #expect(
            [all, none].map(\.description) == [
                "repeats.har: 3 responses in 1 set, from 4 of 4 entries.",
                """
                repeats.har: 0 responses in 0 sets, from 0 of 4 entries; 4 passed over.
                Passed over 4 entries: its host is none of those to import.
                    entry 1 (line 9)  GET https://api.example.com/books
                    entry 2 (line 49)  GET https://api.example.com/books
                    entry 3 (line 89)  GET https://api.example.com/books
                    and 1 more
                """,
            ])
        let delays = try [true, false].map { keepsDelays in
            try HARArchive(fixture: "numbers") { $0.keepsDelays = keepsDelays }
                .responseSets.flatMap(\.responses).map(\.delay)
        }
        let expected: [[ResponseDelay?]] = [[.fixed(.milliseconds(250.5)), nil], [nil, nil]]
        #expect(delays == expected)
    }

    @Test func tellsHowFarItIs() throws {
        let entries = (0..<150).map {
            String.entry(
                "GET /\(["a", "b", "c"][$0 % 3])/x\($0)", .content("application/json", "[\($0)]"))
        }
        let told = Locked<[[Int]]>([])
        _ = try HARArchive(entries: entries) {
            $0.progress = { done, count in told.withLock { $0.append([done, count]) } }
        }
        #expect(told.current == [[64, 150], [128, 150], [150, 150]])
    }

    @Test func anEditStandsForWhatWasRecorded() throws {
        let folder = try ScratchFolder()
        let archive = try HARArchive(
            entries: ["[1]", "[ 2 ]", "[1]"].enumerated().map { index, text in
                .entry("GET /a", .content("application/json", text), time: "09:30:0\(index)")
            })
        try archive.write(to: folder.url)
        let text = try folder.read("get-a/set.json")
        let name = #"{ "name": "200","#
        let thrice = #"{ "name": "200", "times": 3,"#
        // The status; how often the last of the sequence comes; a name, which the sequence has too.
        for edited in [
            text.replacing(name, with: #"{ "name": "200", "status": 203,"#),
            text.replacing(name, with: thrice, maxReplacements: 2)
                .replacing(thrice, with: name, maxReplacements: 1),
            text.replacing(#""name": "200","#, with: #""name": "Mine","#),
        ] {
            #expect(edited != text)
            try folder.write(edited, to: "get-a/set.json")
            let before = try folder.tree()
            try archive.write(to: folder.url)
            #expect(try folder.tree() == before)
        }
    }
}
