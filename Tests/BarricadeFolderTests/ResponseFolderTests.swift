import Barricade
import BarricadeFolder
import BarricadeTesting
import Testing
import XCTest

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResponseFolderTests {
    /// The folder of the examples.
    fileprivate static let bookshop: FileLocation = .directory(
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/Responses").standardized)

    @Test(.barricade(.folder(bookshop), unusedChoices: .ignored))
    func isListedInATraitWithItsPresets() async throws {
        try Barricade.current.apply("Server Down")
        #expect(try Barricade.current.selectedResponse(for: "Catalogue") == "Server Error")
    }

    @Test func isListedAmongOtherSets() async throws {
        let folder = try ScratchFolder.manifest(
            #"""
            {"version": 1,
             "sets": [{"name": "A", "on": "/a", "responses": [{"name": "R", "text": "a"}, {"name": "S"}]}],
             "presets": [{"name": "P", "everySet": "S"}]}
            """#)
        let other = ResponseSet("B", on: .get("/b")) { CannedResponse("R", text: "b") }
        let barricade = Barricade(other, .folder(folder.location))
        #expect(barricade.sets.map(\.name) == ["B", "A"])
        #expect(try await barricade.session.get("\(api)/a").text == "a")
        try barricade.apply("P")
        #expect(try await barricade.session.get("\(api)/a").text == "")
        #expect(Barricade([ResponseFolder(folder.location)]).presets.map(\.name) == ["P"])
    }

    @Test func itsMistakesAreReportedAndToldToEachRequest() async throws {
        let folder = try ScratchFolder.manifest(#"{"version": 1, "stes": []}"#)
        let faults = FaultLog()
        let barricade = Barricade(.folder(folder.location, fileID: "AppTests.swift", line: 7)) {
            $0.faultHandler = faults.handler
        }
        let mistake = """
            The folder \(folder.url.path) has 2 mistakes:
              barricade.json:1:1, $: wants a key "sets".
              barricade.json:1:16, $.stes: is no key of a manifest. Did you mean "sets"? Known: \
            "sets", "$schema", "presets", "version", "comment".
            """
        #expect(
            faults.messages == [
                "Response set \"Folder\" (AppTests.swift:7) never matches: \(mistake)"
            ])
        #expect(
            try await barricade.session.failure("\(api)/a").localizedDescription == """
                No response set matches GET \(api)/a.

                Nearest:
                  "Folder" (AppTests.swift:7)   never matches: The folder \(folder.url.path) has 2 \
                mistakes: …

                To fix:
                  mend "Folder", as try barricade.validate() says
                """)
    }

    @Test func aSetToAddBesideItsSetsIsWrittenInJSON() async throws {
        let sets = #"{"name": "A", "on": "GET /a?page=2", "responses": [{"name": "R"}]}"#
        let folder = try ScratchFolder.manifest(ManifestText.set(sets))
        let barricade = try Barricade(folder: folder.location)
        let error = try await barricade.session.failure("https://shop.test/a")
        let added = #"""
            { "name": "GET /a", "on": { "all": ["GET https://shop.test/a", { "queryExactly": [] }] }, \#
            "responses": [{ "name": "OK", "json": {} }] }
            """#
        #expect(
            error.localizedDescription == """
                No response set matches GET https://shop.test/a.

                Nearest:
                  "A" (barricade.json:2)   wants query item page "2", got none

                The request or the set may be wrong. To fix:
                  Did you mean /a?page=2?
                  or write "A" (barricade.json:2) with "GET /a", not "GET /a?page=2"
                  or add, after the sets above: \(added)
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
        try folder.write(ManifestText.set("\(sets), \(added)"), to: "barricade.json")
        let mended = try Barricade(folder: folder.location)
        #expect(try await mended.session.get("https://shop.test/a").text == "{}")
        #expect(try await mended.session.get("https://shop.test/a?page=2").text == "")
        let other = sets.replacing("/a?page=2", with: "/a/7")
        try folder.write(ManifestText.set(other), to: "barricade.json")
        let repaired = try Barricade(folder: folder.location)
        let repair = try await repaired.session.failure("https://shop.test/a/8")
        #expect(
            repair.localizedDescription.contains(
                #"write "A" (barricade.json:2) with "GET /a/:id", not "GET /a/7""#))
    }
}

final class ResponseFolderInXCTestTests: XCTestCase {
    func testIsListedWithItsPresets() async throws {
        let barricade = makeBarricade(.folder(ResponseFolderTests.bookshop))
        try barricade.apply("Server Down")
        let reply = try await barricade.session.get("https://api.bookshop.example/v1/books")
        XCTAssertEqual(reply.status, 500)
    }
}
