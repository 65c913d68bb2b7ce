import Barricade
import BarricadeRecording
import Foundation
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

    @Test func aMissingFileAndAHostThatCannotBeReadAreNamed() {
        let url = URL(fileURLWithPath: "/nowhere/traffic.har")
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: url) }
        let start = "The HAR file /nowhere/traffic.har cannot be read: "
        #expect(error?.code == .unreadableArchive && error?.message.hasPrefix(start) == true)
        let noHost = BarricadeError(
            .invalidDefinition,
            """
            The host "https://a.com/" of the import cannot be read: "https://a.com/" is not a \
            host: write "api.example.com", "*.example.com" or "localhost:8080"
            """)
        #expect(throws: noHost) {
            try HARArchive(fixture: "base64") { $0.hosts = ["https://a.com/"] }
        }
    }

    @Test func aFileOfMoreThan512MBIsNotRead() throws {
        // It takes no room, since nothing is written.
        let url = try folder.write("", to: "large.har")
        try #require(truncate(url.path, 600 << 20) == 0)
        let error = BarricadeError(
            .unreadableArchive,
            """
            The HAR file large.har cannot be imported: it has 600 MB, and may have 512 MB.

            To fix: export fewer requests at once.
            """)
        #expect(throws: error) { try HARArchive(contentsOf: url) }
    }

    @Test func aLinkOutOfTheFolderIsNoBody() throws {
        let fixture = HARArchive.fixture("body-files")
        try FileManager.default.copyItem(at: fixture, to: folder.file("traffic.har"))
        try FileManager.default.createSymbolicLink(
            at: folder.file("body.txt"), withDestinationURL: fixture)
        let archive = try HARArchive(contentsOf: folder.file("traffic.har"))
        #expect(
            archive.passedOver.first?.reason
                == #"its "_file" names "body.txt", which is a link out of the folder"#)
    }
}
