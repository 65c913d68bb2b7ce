import Barricade
import BarricadeFolder
import BarricadeRecording
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARFaultTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test func isToldWithWhatToDo() throws {
        let cutOff =
            "export it again; if it was cut off, the program that wrote it had not finished."
        let unpack = "unpack it, and import the .har file in it."
        let faults: KeyValuePairs = [
            "nothing": "it is empty.\n\nTo fix: export it again.",
            "zip": "it is a zip archive.\n\nTo fix: \(unpack)",
            "compressed": "it is a gzip archive.\n\nTo fix: \(unpack)",
            "cut-off":
                "it is not JSON (it ends too early, line 24, column 28).\n\nTo fix: \(cutOff)",
            "misplaced-comma": "it is not JSON (line 3, column 22).\n\nTo fix: \(cutOff)",
            "not-json":
                "it is JSONP, a call of a function.\n\nTo fix: take the JSON between its parentheses.",
            "no-list": """
            it is JSON, but has no array "log.entries".

            To fix: export it again as HAR; a HAR file is { "log": { "entries": […] } }.
            """,
        ]
        for (file, fault) in faults {
            let error = BarricadeError(
                .unreadableArchive, "The HAR file \(file).har cannot be imported: \(fault)")
            #expect(throws: error) { try HARArchive(fixture: file) }
        }
        // Only a call is JSONP, not any word before a parenthesis.
        for (text, fault) in [
            ("import (UIKit) first", "it is not JSON (line 1, column 1)"),
            ("import(\"a.js\")", "it is not JSON (line 1, column 1)"),
            (String(repeating: "[", count: 100_000), "more than 512 levels deep"),
        ] {
            #expect {
                try HARArchive(text: text)
            } throws: {
                "\($0)".contains(fault)
            }
        }
    }

    @Test(arguments: [
        (#"{"info": {"_postman_id": "1"}, "item": []}"#, "a collection of Postman"),
        (#"{"_type": "export", "resources": []}"#, "a collection of Insomnia"),
        (#"{"type": "a.insomnia.rest/5.0", "collection": []}"#, "a collection of Insomnia"),
        (#"{"meta": {"format": "httpie"}, "entry": {}}"#, "a collection of HTTPie"),
        (#"{"name": "A", "items": [], "brunoConfig": {}}"#, "a collection of Bruno"),
        (#"{"clientName": "Thunder Client", "requests": []}"#, "a collection of Thunder Client"),
        (#"{"request": {"url": "/a"}, "response": {}}"#, "a mapping of WireMock"),
        (#"{"mappings": [], "meta": {}}"#, "mappings of WireMock"),
        (#"{"consumer": {}, "provider": {}, "interactions": []}"#, "a contract of Pact"),
        (#"{"data": {"pairs": []}, "meta": {}}"#, "a simulation of Hoverfly"),
        (#"{"uuid": "1", "routes": []}"#, "an environment of Mockoon"),
        (#"{"imposters": []}"#, "imposters of mountebank"),
        (#"[{"v": 1, "name": "A", "requests": []}]"#, "a collection of Hoppscotch"),
        (#"[{"httpRequest": {}, "httpResponse": {}}]"#, "expectations of MockServer"),
        (#"[{"scope": "https://a.com:443", "rawHeaders": []}]"#, "a recording of nock"),
        (#"[{"Request": {}, "Response": {}}]"#, "a cassette of EasyVCR"),
        (#"{"name": "example", "interactions": []}"#, "a cassette of DVR"),
        (#"{"type": "collection", "routes": []}"#, "routes of Shock"),
        (#"{"Entries": [], "Variables": {}}"#, "a recording of Azure's test proxy"),
        ("type: collection.insomnia.rest/5.0\nname: A\n", "a collection of Insomnia"),
        (#"{"http_interactions": [], "recorded_with": "VCR"}"#, "a cassette of VCR"),
        ("---\nhttp_interactions:\n- request:\n", "a cassette of VCR"),
        ("interactions:\n- request:\n    method: GET\nversion: 1\n", "a cassette of VCR"),
        ("meta {\n  name: Books\n}\n", "a request of Bruno"),
        (#"<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>"#, "a WSDL document"),
    ])
    func aFileOfRequestsIsToldHowToGetReplies(text: String, kind: String) throws {
        let file = try folder.write(text, to: "shop.json")
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: file) }
        #expect(
            error?.message == """
                The file shop.json cannot be imported: it is \(kind).

                To fix: record the replies: send its requests to http://127.0.0.1:8080 while this runs: \
                barricade-cli record https://api.example.com Responses
                """)
    }

    /// Proxies save what they have seen in files of their own, too.
    @Test(arguments: [
        ("shop.saz", "PK", "a session of Fiddler", "export it there as HAR."),
        ("shop.chls", "\u{0}", "a session of Charles", "export it there as HAR."),
        ("shop.proxymanlogv2", "{}", "a session of Proxyman", "export it there as HAR."),
        (
            "net.json", #"{"constants": {}, "events": []}"#, "a NetLog of Chrome",
            "export HAR from its developer tools: Network, Export HAR."
        ),
        (
            "flows", "1203:9:websocket;0:~", "a file of flows of mitmproxy",
            "write it as HAR: mitmdump -nr flows --set hardump=traffic.har"
        ),
        (
            "barricade.json", #"{"version": 1, "sets": []}"#, "the manifest of a folder",
            "serve its folder as it is."
        ),
        (
            "shop.html", "\n<!DOCTYPE html><html></html>", "a web page",
            "save what it shows: Swagger UI names its document below the title."
        ),
    ])
    func anotherFileIsToldWithWhatToDoInstead(
        name: String, text: String, kind: String, fix: String
    ) throws {
        let file = try folder.write(text, to: name)
        let error = BarricadeError(
            .unreadableArchive,
            """
            The file \(name) cannot be imported: it is \(kind).

            To fix: \(fix)
            """)
        #expect(throws: error) { try HARArchive(contentsOf: file) }
    }

    @Test func aFileThatIsMissingOrTooLargeAndAHostThatCannotBeReadAreNamed() throws {
        let url = URL(fileURLWithPath: "/nowhere/traffic.har")
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: url) }
        let start = "The HAR file /nowhere/traffic.har cannot be read: "
        #expect(error?.code == .unreadableArchive)
        #expect(error?.message.hasPrefix(start) == true)
        // It takes no room, since nothing is written.
        let large = try folder.write("", to: "large.har")
        try #require(truncate(large.path, 600 << 20) == 0)
        let tooLarge = BarricadeError(
            .unreadableArchive,
            """
            The HAR file large.har cannot be imported: it has 600 MB, and may have 512 MB.

            To fix: export fewer requests at once.
            """)
        #expect(throws: tooLarge) { try HARArchive(contentsOf: large) }
        let noHost = BarricadeError(
            .invalidDefinition,
            """
            The host "https://a.com/" of the import cannot be read: "https://a.com/" is not a \
            host: write "a.com"
            """)
        #expect(throws: noHost) {
            try HARArchive(fixture: "base64") { $0.hosts = ["https://a.com/"] }
        }
    }

    @Test func anyMethodIsWrittenAndReadBack() throws {
        let archive = try HARArchive(
            entries: ["GET", "V2", "GET /y", "M!#~"].map {
                """
                { "request": { "method": "\($0)", "url": "https://a.com/x" },
                  "response": { "status": 200, "content": { "text": "\($0)" } } }
                """
            })
        #expect(
            archive.refusals == [
                "GET /Y https://a.com/x: its method is not a token (RFC 9110, section 9.1)"
            ])
        try archive.write(to: folder.file("Responses"))
        let sets = try ResponseSet.sets(in: .directory(folder.file("Responses")))
        #expect(sets.map(\.name) == ["GET /x", "V2 /x", "M!#~ /x"])
    }

    @Test func theBeginningOfABodyDoesNotStandForAllOfIt() throws {
        func entry(
            _ path: String, _ text: String, length: Int? = nil, size: Int? = nil,
            type: String = "text/plain"
        ) -> String {
            let size = size ?? text.utf8.count
            return .entry(
                "GET \(path)", .content(type, text, size: size),
                length.map { ["Content-Length": "\($0)"] } ?? [:])
        }
        let zeros = String(repeating: "\\u0000", count: 40_000)
        let large = String(repeating: "x", count: 1 << 20)
        let archive = try HARArchive(entries: [
            entry("/cut", "half", length: 500),
            // Chucker keeps 250 000 bytes, and tells the size of all.
            entry("/kept", "half", size: 500),
            entry("/half", "[1, 2", size: 500, type: "application/json"),
            entry("/zeros", large + zeros, size: 1 << 20 + 40_000),
            // Complete ones.
            entry("/large", large + "x"),
            entry("/coded", "ok", length: 22),
            entry("/wide", "half", length: 100, type: "text/plain; charset=utf-16"),
            entry("/compact", "[1, 2]", length: 500, size: 500, type: "application/json"),
        ])
        #expect(
            archive.refusals == [
                "GET https://api.example.com/cut: its body was cut off after 4 bytes",
                "GET https://api.example.com/kept: its body was cut off after 4 bytes",
                "GET https://api.example.com/half: its body was cut off after 5 bytes",
                """
                GET https://api.example.com/zeros: all after the first MB is zero bytes, as Firefox \
                writes it unless devtools.netmonitor.responseBodyLimit is 0 in about:config
                """,
            ])
    }

    @Test func aBodyThatAnAppsLoggerHasLostIsToldAndNotEmpty() throws {
        func entry(_ path: String, _ members: String?) -> String {
            .entry(
                "GET \(path)", members.map { .content($0) } ?? #""_":0"#,
                ["Content-Encoding": "gzip"])
        }
        let archive = try HARArchive(entries: [
            // Pulse: bytes as UTF-8, and no content of a body that it has dropped.
            entry("/png", #""mimeType": "image/png", "size": 4, "text": "\#u{FFFD}PNG""#),
            entry("/latin", #""mimeType": "text/plain", "size": 5, "text": "Gr\#u{FFFD}n!""#),
            entry("/dropped", nil),
            entry("/comment", #""size": 0, "comment": "Body discarded""#),
            // Complete ones.
            entry("/mark", #""mimeType": "text/plain", "size": 5, "text": "\#u{FFFD}PN""#),
            entry("/empty", #""size": 0"#),
        ])
        let lost = "its text has lost bytes, which are U+FFFD in it"
        #expect(
            archive.refusals == [
                "GET https://api.example.com/png: \(lost)",
                "GET https://api.example.com/latin: \(lost)",
                """
                GET https://api.example.com/dropped: its body is empty or was cut off, which the \
                file does not say
                """,
                "GET https://api.example.com/comment: its body is not in the file (Body discarded)",
            ])
    }

    @Test func hiddenFilesAreNoBodiesAndTheOthersAreCounted() throws {
        for name in [".netrc", ".ssh/config", "a.txt"] { try folder.write("text", to: name) }
        for (link, name) in ["b.txt": ".netrc", "keys": ".ssh"] {
            try FileManager.default.createSymbolicLink(
                at: folder.file(link), withDestinationURL: folder.file(name))
        }
        let entries = [".netrc", ".ssh/config", "b.txt", "keys/config", "a.txt"].map {
            String.entry("GET /x", .content(#""mimeType":"text/plain","_file":"\#($0)""#))
        }
        let archive = try HARArchive(entries: entries, in: folder)
        #expect(
            archive.description == """
                traffic.har: 1 response in 1 set, from 1 of 5 entries; 4 passed over. \
                1 body came from beside the file.
                Passed over 4 entries: its "_file" is hidden, so no archive has made it.
                    entry 1 (line 1)  GET https://api.example.com/x
                    entry 2 (line 1)  GET https://api.example.com/x
                    entry 3 (line 1)  GET https://api.example.com/x
                    and 1 more
                """)
    }

    @Test func aLinkOutOfTheFolderIsNoBody() throws {
        let fixture = HARArchive.fixture("body-files")
        try FileManager.default.copyItem(at: fixture, to: folder.file("traffic.har"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("body.txt"), withDestinationURL: fixture)
        #expect(
            try HARArchive(contentsOf: folder.file("traffic.har")).passedOver.first?.reason
                == #"its "_file" names "body.txt", which is a link out of the folder"#)
    }

    // MARK: Damage

    /// Replaces values of a file by values of other types: what a hasty exporter would write.
    private func damaged(_ value: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
        if Int.random(in: 0..<20, using: &random) == 0 {
            let others: [JSONValue] = [
                .null, true, -1, 1e300, "", "\u{0}\r\n", "../../x", [], [[]], [:], ["name": []],
            ]
            return others.randomElement(using: &random) ?? .null
        }
        switch value {
        case .array(let elements):
            return .array(elements.values.map { damaged($0, &random) })
        case .object(let members):
            var copy: [String: JSONValue] = [:]
            for name in members.values.keys.sorted()
            where Int.random(in: 0..<30, using: &random) > 0 {
                copy[name] = damaged(members.values[name] ?? .null, &random)
            }
            return .object(copy)
        default:
            return value
        }
    }

    @Test(arguments: ["post-data", "headers-as-pairs", "errors", "redirects", "body-files"])
    func everyEntryIsEitherImportedOrPassedOver(_ fixture: String) throws {
        let url = folder.file("damaged.har")
        let whole = try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: HARArchive.fixture(fixture)))
        var random = SeededGenerator(seed: 7)
        var (imported, refused) = (0, 0)
        for _ in 0..<15 {
            try JSONEncoder().encode(damaged(whole, &random)).write(to: url)
            guard let archive = try? HARArchive(contentsOf: url) else {
                refused += 1
                continue
            }
            imported += 1
            let hasReasons = archive.passedOver.allSatisfy { !$0.reason.isEmpty }
            let faults = Barricade(archive).validate()
            let used = archive.entryCount - archive.passedOver.count
            #expect(hasReasons)
            #expect(faults == [])
            #expect((used > 0) == !archive.responseSets.isEmpty)
        }
        // Else the damage would be too small or too great to say anything.
        #expect(imported > 5)
        #expect(refused > 0)
    }
}
