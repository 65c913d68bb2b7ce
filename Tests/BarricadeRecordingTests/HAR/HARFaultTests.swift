import Barricade
import BarricadeRecording
import Foundation
import Testing

@testable import TestSupport

@Suite(.takingTurns, .timeLimit(.minutes(20))) struct HARFaultTests {
    private static let cutOff =
        "export it again; if it was cut off, the program that wrote it had not finished."

    @Test(arguments: [
        ("nothing", "it is empty", "export it again."),
        ("zip", "it is a zip archive", "unpack it, and import the .har file in it."),
        ("compressed", "it is a gzip archive", "unpack it, and import the .har file in it."),
        ("cut-off", "it is not JSON (it ends too early, line 24, column 28)", cutOff),
        ("misplaced-comma", "it is not JSON (line 3, column 22)", cutOff),
        (
            "not-json", "it is JSONP, a call of a function",
            "take the JSON between its parentheses."
        ),
        (
            "no-list", #"it is JSON, but has no array "log.entries""#,
            #"export it again as HAR; a HAR file is { "log": { "entries": […] } }."#
        ),
    ]) func isToldWithWhatToDo(_ file: String, _ reason: String, _ fix: String) {
        let error = #expect(throws: BarricadeError.self) { try HARArchive(fixture: file) }
        #expect(error?.code == .unreadableArchive)
        #expect(
            error?.message == """
                The HAR file \(file).har cannot be imported: \(reason).

                To fix: \(fix)
                """)
    }

    /// Only a call is JSONP, not any word before a parenthesis.
    @Test(arguments: ["import (UIKit) first", "import(\"a.js\")"])
    func aTextIsNotJSONP(_ text: String) throws {
        let folder = try ScratchFolder()
        try Data(text.utf8).write(to: folder.file("traffic.har"))
        let error = #expect(throws: BarricadeError.self) {
            try HARArchive(contentsOf: folder.file("traffic.har"))
        }
        #expect(error?.message.contains("it is not JSON (line 1, column 1)") == true)
    }

    @Test func aMissingFileIsNamed() {
        let url = URL(fileURLWithPath: "/nowhere/traffic.har")
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: url) }
        #expect(error?.code == .unreadableArchive)
        #expect(
            error?.message.hasPrefix("The HAR file /nowhere/traffic.har cannot be read: ") == true)
    }

    @Test func aHostThatCannotBeReadIsNamed() {
        let error = #expect(throws: BarricadeError.self) {
            try HARArchive(fixture: "base64") { $0.hosts = ["https://a.com/"] }
        }
        #expect(error?.code == .invalidDefinition)
        #expect(
            error?.message == """
                The host "https://a.com/" of the import cannot be read: "https://a.com/" is not a \
                host: write "api.example.com", "*.example.com" or "localhost:8080"
                """)
    }

    @Test func deepNestingEndsInAnErrorNotInACrash() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(String(repeating: "[", count: 100_000).utf8).write(to: url)
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: url) }
        #expect(error?.message.contains("more than 512 levels deep") == true)
    }

    @Test func aFileOfMoreThan512MBIsNotRead() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString).har")
        defer { try? FileManager.default.removeItem(at: url) }
        // It takes no room, since nothing is written.
        try Data().write(to: url)
        #expect(truncate(url.path, 600 << 20) == 0)
        let error = #expect(throws: BarricadeError.self) { try HARArchive(contentsOf: url) }
        #expect(
            error?.message == """
                The HAR file \(url.lastPathComponent) cannot be imported: it has 600 MB, and may have \
                512 MB.

                To fix: export fewer requests at once.
                """)
    }

    @Test func aLinkOutOfTheFolderIsNoBody() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("BarricadeTests-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try String(contentsOf: HARArchive.fixture("body-files"), encoding: .utf8)
        let file = folder.appendingPathComponent("traffic.har")
        try Data(text.utf8).write(to: file)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("body.txt"),
            withDestinationURL: HARArchive.fixture("body-files"))
        let archive = try HARArchive(contentsOf: file)
        #expect(
            archive.passedOver.first?.reason
                == #"its "_file" names "body.txt", which is a link out of the folder"#)
    }
}
