import Barricade
import BarricadeFolder
import Testing

@testable import TestSupport

/// What was made at run time goes to the folder that is registered.
@Suite(.timeLimit(.minutes(10))) struct SavingEditsTests {
    private static func manifest(_ books: String) -> String {
        ManifestText.set(
            #"{"name": "Books", "on": "GET /books", "responses": [\#(books)]},"# + "\n"
                + #"{"name": "Shop", "on": "GET /shop", "responses": [{"name": "Open", "file": "a.json"}]}"#
        )
    }

    private static let two = #"{"name": "Two", "json": [1, 2]}"#

    private let folder: ScratchFolder
    private let barricade: Barricade
    private let faults = FaultLog()

    init() throws {
        folder = try ScratchFolder.manifest(Self.manifest(Self.two))
        let faults = faults
        barricade = try Barricade(folder: folder.location, watching: true) {
            $0.faultHandler = faults.handler
        }
    }

    private func get(_ path: String) async throws -> String {
        try await barricade.session.get("\(api)/\(path)").text
    }

    /// The names of the responses that the folder does not have yet.
    private var edited: [String] {
        barricade.sets.flatMap(\.responses).filter { $0.edit != nil }.map(\.name)
    }

    /// What was saved, what has changed and what there is to say of it.
    private func said(_ saved: SavedEdits) -> [String] {
        ["\(saved.responses) response", "\(saved.changes)"] + saved.notes
    }

    @Test func aMadeResponseBelongsToTheFolderAfterwards() async throws {
        barricade.register(
            ResponseSet("Code", on: .get("/code")) { CannedResponse("Echo") { _ in .offline() } })
        try barricade.add(CannedResponse("None", json: []), to: "Books")
        try barricade.select("None", for: "Books")
        let body = try folder.read("a.json")
        let saved = try said(barricade.saveEdits())
        let after = try folder.read("a.json")
        #expect(saved + [after] == ["1 response", "1 file added, 1 changed", body])
        let manifest = try folder.read("barricade.json")
        #expect(manifest.contains(#"{ "name": "None", "json": [] }"#))
        #expect(!manifest.contains("Code"))
        #expect(edited == [])
        // From now on, an edit on disk shows.
        let before = try await get("books")
        try folder.write(
            Self.manifest(Self.two + #", {"name": "None", "text": "none"}"#), to: "barricade.json")
        #expect(try await [before, get("books")] == ["[]", "none"])
        #expect(faults.all == [])
    }

    @Test func aResponseOfTheFolderIsChangedAgainAndAgain() async throws {
        let start = try folder.read("barricade.json")
        for number in 1...3 {
            try barricade.replace(
                "Two", with: CannedResponse(json: [.integer(number)]), in: "Books")
            // Before the folder is read again, and afterwards.
            #expect(try await get("books") == "[\(number)]")
            #expect(edited == ["Two"])
            #expect(try barricade.saveEdits().notes == [])
            #expect(edited == [])
            #expect(
                try folder.read("barricade.json").contains(
                    #"{ "name": "Two", "json": [\#(number)] }"#))
        }
        #expect(try await get("books") == "[3]")
        try folder.write(start, to: "barricade.json")
        #expect(try await get("books") == "[1,2]")
        #expect(faults.all == [])
    }

    @Test func aChangeMadeRightAfterSavingStays() async throws {
        for number in 1...2 {
            try barricade.replace(
                "Two", with: CannedResponse(json: [.integer(number)]), in: "Books")
            if number == 1 { _ = try barricade.saveEdits() }
        }
        #expect(try await get("books") == "[2]")
        #expect(edited == ["Two"])
        #expect(faults.all == [])
    }

    @Test func withoutWatchingTheNextSaveKnowsOfTheLast() throws {
        let barricade = try Barricade(folder: folder.location)
        for name in ["One", "Two"] {
            if name == "One" {
                try barricade.add(CannedResponse(name, json: []), to: "Books")
            } else {
                try barricade.replace(name, with: CannedResponse(json: []), in: "Books")
            }
            #expect(try barricade.saveEdits().notes == [])
        }
    }

    @Test func aDiscardedChangeLeavesWhatTheFolderHas() async throws {
        try barricade.replace("Two", with: CannedResponse(json: [3]), in: "Books")
        try barricade.replace("Two", with: CannedResponse(json: [4]), in: "Books")
        let changed = try await get("books")
        try barricade.remove("Two", from: "Books")
        #expect(try await [changed, get("books")] == ["[4]", "[1,2]"])
        #expect(edited == [])
    }

    @Test func anEditedResponseKeepsItsBodyInItsFile() async throws {
        // Its body, then its status, then both; JSON is laid out.
        for (status, json) in [(200, "[1]"), (201, "[1]"), (202, "[2]")] {
            let edited = CannedResponse("Open", status: HTTP.Status(status), jsonText: json)
            try barricade.replace("Open", with: edited, in: "Shop")
            #expect(try barricade.saveEdits().notes == [])
            let (text, served) = (try folder.read("a.json"), try await get("shop"))
            #expect(text == json.replacing(/\d/) { "\n  \($0.output)\n" } + "\n")
            #expect(served == text)
        }
        let open = #"{ "name": "Open", "status": 202, "file": "a.json" }"#
        #expect(try folder.read("barricade.json").contains(open))
        try folder.write("[3]", to: "a.json")
        #expect(try await get("shop") == "[3]")
        #expect(faults.all == [])
    }

    @Test func aFileOfSeveralResponsesStaysWhenOneIsEdited() async throws {
        let other = Self.manifest(Self.two + #", {"name": "Ada", "file": "a.json"}"#)
        try folder.write(other, to: "barricade.json")
        let file = try await get("shop")
        try barricade.replace("Open", with: CannedResponse("Open", json: [1]), in: "Shop")
        #expect(try barricade.saveEdits().notes == [])
        #expect(try folder.read("a.json") == file)
        #expect(try await get("shop") == "[1]")
    }

    /// A manifest as a person has laid it out, with two sets.
    private static func laidOutByHand(_ first: String, _ more: String = "") -> String {
        #"""
        {"version": 1,   "sets": [
            {   "name": "Books",
                "on": "GET /books", "responses": [
                    \#(first),

                    { "name" : "Two",  "headers": [["A","1"]],
                      "json": [ 1,
                                2 ] }\#(more)
                ]
            },
            { "on": "GET /shop",  "name": "Shop",
              "responses": [{"json":{"open":true},"name":"Open"}] }
        ]}

        """#
    }

    @Test func onlyWhatWasChangedChangesItsBytes() throws {
        let place = try ScratchFolder()
        let one = #"{"name": "One","status":404,"text": "one"}"#
        try place.write(Self.laidOutByHand(one), to: "barricade.json")
        let barricade = try Barricade(folder: .directory(place.url))
        func saved() throws -> String {
            _ = try barricade.saveEdits()
            return try place.read("barricade.json")
        }
        try barricade.add(CannedResponse("Three", json: ["a": [1, 2]]), to: "Books")
        let three = ",\n            { \"name\": \"Three\", \"json\": { \"a\": [1, 2] } }"
        #expect(try saved() == Self.laidOutByHand(one, three))
        try barricade.replace("One", with: CannedResponse(text: "uno"), in: "Books")
        let uno = #"{ "name": "One", "text": "uno" }"#
        #expect(try saved() == Self.laidOutByHand(uno, three))
        let set = ResponseSet("New", on: .get("/*")) { CannedResponse("Any", text: "any") }
        barricade.register(try ManifestPart.set(Data(#require(ManifestPart.text(of: set)).utf8)))
        try barricade.add(CannedResponse("More", text: "more"), to: "New")
        let start = #"{"version": 1,   "sets": ["#
        let new = """
            \(start)
                {
                  "name": "New",
                  "on": "GET /*",
                  "responses": [
                    { "name": "Any", "text": "any" },
                    { "name": "More", "text": "more" }
                  ]
                },
            """
        #expect(try saved() == new + Self.laidOutByHand(uno, three).dropFirst(start.count))
    }

    @Test func whatIsBesideAChangeKeepsItsBytes() throws {
        let place = try ScratchFolder()
        func manifest(_ more: String) -> String {
            """
            {
             "version": 1,
             "sets": [
               "a.json",
               { "resource": "Books",  "at": "/books" },
               { "name": "A",  "on": "GET /a", "responses": [{ "name": "One" }\(more)] }
             ]
            }
            """
        }
        try place.write(
            #"{"name": "B", "on": "GET /b", "responses": [{"name": "One"}]}"#, to: "a.json")
        try place.write(manifest(""), to: "barricade.json")
        let barricade = try Barricade(folder: .directory(place.url))
        try barricade.add(CannedResponse("Two", status: 418), to: "A")
        _ = try barricade.saveEdits()
        #expect(
            try place.read("barricade.json") == manifest(#",{ "name": "Two", "status": 418 }"#))
    }

    /// Members that a new file leaves out stay, in the files of sets too.
    @Test(arguments: [true, false]) func whatSaysTheUsualStaysBesideAChange(isLaidOut: Bool) throws
    {
        let place = try ScratchFolder()
        func responses(_ more: String) -> String {
            isLaidOut
                ? "[\n    { \"name\": \"One\", \"status\": 200, \"delay\": 0 }\(more)\n  ]"
                : #"[{"headers":[],"name":"One","status":200},{"name":"W","weighted":[{"weight":1,"text":"a"}]}\#(more)]"#
        }
        func set(_ name: String, _ more: String = "") -> String {
            """
            {
              "name": "\(name)",
              "on": "GET /\(name)",
              "responses": \(responses(more))
            }

            """
        }
        try place.write(set("a"), to: "a.json")
        try place.write(
            #"{ "version": 1, "sets": ["a.json", \#(set("b")), \#(set("c"))] }"#,
            to: "barricade.json")
        let barricade = try Barricade(folder: .directory(place.url))
        try barricade.add(CannedResponse("Two", status: 418), to: "a")
        try barricade.add(CannedResponse("Two", status: 418), to: "b")
        _ = try barricade.saveEdits()
        let two = #"{ "name": "Two", "status": 418 }"#
        #expect(try place.read("a.json") == set("a", isLaidOut ? ",\n    \(two)" : ",\(two)"))
        let manifest = try place.read("barricade.json")
        #expect(manifest.contains(set("b", isLaidOut ? ",\n    \(two)" : ",\(two)")))
        #expect(manifest.contains(set("c")))
        try place.write(set("a").replacing("\"One\"", with: "\"Uno\""), to: "a.json")
        let again = try Barricade(folder: .directory(place.url))
        try again.write(to: place.url)
        #expect(try place.read("a.json").contains(#""Uno""#))
        #expect(try place.read("a.json").contains(#""status""#))
    }

    @Test func aManifestThatIsLaidOutAnewStartsAtTheLeft() throws {
        let place = try ScratchFolder()
        let set = #"{"name": "A", "on": "GET /a", "responses": [{"name": "One"}]}"#
        try place.write("{\"version\": 1, \"sets\": [\(set)]}", to: "barricade.json")
        let barricade = Barricade(try ResponseSet.sets(in: .directory(place.url)))
        barricade.register([Preset("One", everySet: "One")])
        try barricade.write(to: place.url)
        #expect(try place.read("barricade.json").contains("\n  \"sets\""))
    }

    @Test func aSetThatGetsOtherMembersIsLaidOutAnew() throws {
        let place = try ScratchFolder()
        let rest = #"{"on": "GET /b",  "name": "B", "responses": [ {"name":"One"} ]}"#
        let (end, answer) = (#""responses": ["#, #"{ "name" : "One" }"#)
        try place.write(
            #"{"version": 1, "sets": [{"name": "A","group":"G","on": "GET /a", \#(end)\#(answer)]},"#
                + "\n\(rest)]}", to: "barricade.json")
        let sets = try ResponseSet.sets(in: .directory(place.url))
        let changed = ResponseSet("A", on: .get("/a"), default: "Two") {
            sets[0].responses[0]
            CannedResponse("Two", text: "2")
        }
        try Barricade(changed, sets[1]).write(to: place.url)
        let text = try place.read("barricade.json")
        #expect(text.contains(#""default": "Two""#))
        #expect(text.contains("\n\(rest)]}"))
    }

    @Test func aBodyFileThatWasEditedSinceStays() throws {
        try barricade.replace("Open", with: CannedResponse(json: [3]), in: "Shop")
        let file = try folder.write("theirs", to: "a.json")
        let later = Date(timeIntervalSinceNow: 1)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file.path)
        #expect(
            try said(barricade.saveEdits()) == [
                "0 response", "no file changed",
                #"Set "Shop" has a response "Open" in the folder now, which stays: copy yours."#,
            ])
        #expect(try folder.read("a.json") == "theirs")
    }

    @Test func aChangeOfWhatWasEditedOnDiskIsNotSaved() throws {
        let barricade = try Barricade(folder: folder.location)
        try barricade.replace("Two", with: CannedResponse(json: [3]), in: "Books")
        let theirs = Self.manifest(#"{"name": "Two", "text": "theirs"}"#)
        try folder.write(theirs, to: "barricade.json")
        #expect(
            try said(barricade.saveEdits()) == [
                "0 response", "no file changed",
                #"Set "Books" was edited in the folder meanwhile; the edit stays."#,
                """
                Set "Books" has a response "Two" in the folder now, which stays: copy yours.
                """,
            ])
        #expect(try folder.read("barricade.json") == theirs)
    }

    @Test func aResponseOfTheFolderKeepsItsNameAndIsNotRemoved() throws {
        let renamed = BarricadeError.thrown {
            try barricade.replace("Two", with: CannedResponse("Three"), in: "Books")
        }
        let removed = BarricadeError.thrown { try barricade.remove("Two", from: "Books") }
        #expect(
            renamed?.message
                == "Response \"Two\" of set \"Books\" is in a folder, and keeps its name.")
        #expect(
            removed?.message == """
                Response "Two" of set "Books" (barricade.json:2) stands in a folder, and only what is \
                made at run time can be removed from here.

                To fix: change it where it stands, or add a copy under another name.
                """)
    }

    @Test func aMadeSetIsAskedFirstAndFollowsTheFolder() async throws {
        let json =
            #"{"name": "New", "on": "GET /*", "responses": [{"name": "Any", "text": "any"}]}"#
        let set = try ManifestPart.set(Data(json.utf8))
        barricade.register(set)
        try barricade.add(CannedResponse("More", text: "more"), to: "New")
        try barricade.select("More", for: "New")
        #expect(try barricade.saveEdits().notes == [])
        let before = try await get("books")
        for barricade in [barricade, try Barricade(folder: folder.location)] {
            #expect(barricade.sets.map(\.name) == ["New", "Books", "Shop"])
        }
        let text = try folder.read("barricade.json").replacing(#""more""#, with: #""changed""#)
        try folder.write(text, to: "barricade.json")
        #expect(try await [before, get("books")] == ["more", "changed"])
        #expect(faults.all == [])
    }

    @Test func anEditOnDiskStaysAndIsNamed() async throws {
        try barricade.add(CannedResponse("None", json: []), to: "Books")
        try barricade.add(CannedResponse("Many", json: [1, 2, 3]), to: "Books")
        try folder.write(
            Self.manifest(Self.two + #", {"name": "None", "text": "theirs"}"#),
            to: "barricade.json")
        #expect(
            try said(barricade.saveEdits()) == [
                "1 response", "1 file added, 1 changed",
                #"Set "Books" was edited in the folder meanwhile; the edit stays."#,
                """
                Set "Books" has a response "None" in the folder now, which stays: rename yours.
                """,
            ])
        let text = try folder.read("barricade.json")
        #expect(text.contains(#""text": "theirs""#))
        #expect(text.contains(#""name": "Many""#))
    }

    @Test func whatTheFolderDoesNotHaveIsNamed() throws {
        barricade.register(
            ResponseSet("Code", on: .get("/code"), fileID: "App/Sets.swift", line: 7) {
                CannedResponse("A")
            })
        try barricade.add(CannedResponse("Made"), to: "Code")
        let before = try folder.texts()
        #expect(
            try said(barricade.saveEdits()) == [
                "0 response", "no file changed",
                #"Set "Code" is in Sets.swift:7, not in the folder: copy it as Swift."#,
            ])
        #expect(try folder.texts() == before)
        #expect(edited == ["Made"])
    }

    @Test func aFolderThatCannotBeReadIsLeftAlone() throws {
        try barricade.add(CannedResponse("None", json: []), to: "Books")
        try folder.write("{", to: "barricade.json")
        let broken = BarricadeError.thrown { try barricade.saveEdits() }
        let text = try folder.read("barricade.json")
        #expect(broken?.code == .unusableFolder)
        #expect(text == "{")
        try FileManager.default.removeItem(at: folder.url)
        let gone = BarricadeError.thrown { try barricade.saveEdits() }
        let none = BarricadeError.thrown { try Barricade().saveEdits() }
        let expected: [String?] = [
            "The folder \(folder.url.path) cannot be written: it has no manifest any more.",
            """
            No folder is registered to save to.

            To fix: try barricade.register(folder: …, watching: true)
            """,
        ]
        #expect([gone?.message, none?.message] == expected)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        #expect(edited == ["None"])
    }
}
