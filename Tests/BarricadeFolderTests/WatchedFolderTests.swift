import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct WatchedFolderTests {
    private static func set(_ name: String, _ responses: String) -> String {
        #"{"name": "\#(name)", "on": "GET /\#(name)", "responses": [\#(responses)]}"#
    }

    /// A set with a response "R".
    private static func set(_ name: String, text: String) -> String {
        set(name, #"{"name": "R", "text": "\#(text)"}"#)
    }

    private static let counting = set(
        "count", #"{"name": "R", "sequence": [{"text": "1"}, {"text": "2"}, {"text": "3"}]}"#)

    private struct Visit {
        let folder: ScratchFolder
        let barricade: Barricade
        let faults = FaultLog()

        init(_ sets: String..., presets: String = "", watching: Bool = true) throws {
            folder = try ScratchFolder.manifest("")
            try Self.write(sets, presets, to: folder)
            let faults = faults
            barricade = try Barricade(folder: folder.location, watching: watching) {
                $0.faultHandler = faults.handler
            }
        }

        func edit(_ sets: String..., presets: String = "") throws {
            try Self.write(sets, presets, to: folder)
        }

        private static func write(
            _ sets: [String], _ presets: String, to folder: ScratchFolder
        ) throws {
            try folder.write(
                """
                {"version": 1, "sets": [
                \(sets.joined(separator: ",\n"))
                ], "presets": [\(presets)]}
                """, to: "barricade.json")
        }

        /// Expects what requests to these paths get, one after the other.
        func expect(
            _ texts: KeyValuePairs<String, String>,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            for (path, expected) in texts {
                let text = try await barricade.session.get("\(api)/\(path)").text
                #expect(text == expected, "\(path)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func anEditShowsAtTheNextRequestIfTheFolderIsWatched() async throws {
        let visit = try Visit(Self.counting, Self.set("a", text: "old"))
        try await visit.expect(["a": "old", "count": "1"])
        try visit.edit(
            Self.counting,
            Self.set("a", #"{"name": "R", "text": "new"}, {"name": "Q", "text": "other"}"#))
        // The set that was not edited goes on where it was.
        try await visit.expect(["a": "new", "count": "2"])
        try visit.barricade.select("Q", for: "a")
        try visit.edit(
            Self.counting,
            Self.set("a", #"{"name": "Q", "text": "newer"}, {"name": "R", "text": "r"}"#))
        try await visit.expect(["a": "newer"])
        #expect(visit.faults.all == [])
        let other = try Visit(Self.set("a", text: "old"), watching: false)
        try other.edit(Self.set("a", text: "new"))
        try await other.expect(["a": "old"])
    }

    @Test func setsGoOnWhereverOthersAreAdded() async throws {
        let added = Self.set("a", text: "a")
        let visit = try Visit(Self.counting)
        try await visit.expect(["count": "1"])
        try visit.edit(Self.counting, added)
        try await visit.expect(["a": "a", "count": "2"])
        try visit.barricade.answerNext("count", with: CannedResponse(text: "once"))
        try visit.edit(added, Self.counting)
        try await visit.expect(["count": "once", "count": "3"])
        #expect(visit.barricade.sets.map(\.name) == ["a", "count"])
        #expect(visit.faults.all == [])
    }

    @Test func aBrokenEditKeepsWhatWasThereUntilItIsMendedAndIsReportedOnce() async throws {
        let visit = try Visit(Self.set("a", text: "old"))
        try visit.edit(Self.set("a", #"{"name": "R", "txet": "new"}"#))
        try await visit.expect(["a": "old", "a": "old", "a": "old"])
        #expect(
            visit.faults.messages == [
                """
                The folder \(visit.folder.url.path) has 1 mistake:
                  barricade.json:2:59, $.sets[0].responses[0].txet: is no key of a response. Did you mean "text"? Known: "text", "then", "times", "name", "file", "json", "events", "every", "live", "for", "weight", "status", "base64", "error", "delay", "comment", "headers", "chunks", "setting", "redirect", "failing", "sequence", "weighted", "recorded", "httpVersion", "contentType", "neverAnswers", "malformingJSON".
                """
            ])
        // It is told until it is mended.
        #expect(visit.barricade.validate() == visit.faults.all)
        try visit.edit(Self.set("a", text: "new"))
        try await visit.expect(["a": "new"])
        #expect(visit.barricade.validate() == [])
        // No request is needed to find it.
        try visit.folder.write("{", to: "barricade.json")
        #expect(visit.barricade.validate() == visit.faults.all.suffix(1))
        // A missing body file that comes later is seen too.
        try visit.edit(Self.set("a", #"{"name": "R", "file": "b.txt"}"#))
        try await visit.expect(["a": "new"])
        try visit.folder.write("newer", to: "b.txt")
        try await visit.expect(["a": "newer"])
        #expect(visit.faults.all.count == 3)
    }

    @Test func anEditOfASetsOwnFileIsSeen() async throws {
        let visit = try Visit(Self.set("a", text: "old"))
        try visit.edit(#""b/set.json""#)
        try visit.folder.write(Self.set("b", text: "b"), to: "b/set.json")
        try await visit.expect(["b": "b"])
        try visit.folder.write(Self.set("b", text: "B"), to: "b/set.json")
        try await visit.expect(["b": "B"])
        // The set that is gone claims nothing any more.
        let error = try await visit.barricade.session.failure("\(api)/a")
        #expect(BarricadeError(error)?.code == .unmatchedRequest)
    }

    @Test func whatWasRegisteredLaterStaysInFront() async throws {
        let visit = try Visit(
            Self.set("a", text: "old"), presets: #"{"name": "Old", "everySet": "R"}"#)
        visit.barricade.register(
            ResponseSet("Test", on: .get("/a")) { CannedResponse("R", text: "test") },
            ResponseSet("b", on: .get("/b")) { CannedResponse("R", text: "test b") })
        visit.barricade.register([Preset("Mine", ["a": "R"])])
        try visit.edit(
            Self.set("a", text: "new"), Self.set("b", text: "new b"),
            presets: #"{"name": "New", "everySet": "R"}"#)
        try await visit.expect(["a": "test", "b": "test b"])
        #expect(visit.barricade.presets.map(\.name) == ["Mine", "New"])
        try visit.barricade.unregister("Test")
        try await visit.expect(["a": "new"])
    }

    @Test func aResourceKeepsItsItemsWhenAnotherSetIsEdited() async throws {
        let books = #"{"resource": "Books", "at": "/books", "items": [{"id": 1}]}"#
        let visit = try Visit(books, Self.set("a", #"{"name": "R"}"#))
        _ = try await visit.barricade.session.get("\(api)/books/1", method: "DELETE")
        try visit.edit(
            Self.set("first", #"{"name": "R"}"#), books, Self.set("a", #"{"name": "R"}"#))
        try await visit.expect(["books": "[]"])
        #expect(visit.barricade.sets.map(\.name).first == "first")
    }
}
