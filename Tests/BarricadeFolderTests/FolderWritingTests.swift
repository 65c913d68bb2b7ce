import Barricade
import BarricadeResources
import BarricadeFolder
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FolderWritingTests {
    private func canonical() throws -> ScratchFolder {
        let folder = try ScratchFolder.manifest(ManifestText.all)
        try folder.write(ManifestText.setFile, to: "search/set.json")
        return folder
    }

    @Test func readingAndWritingGivesTheSameBytesAndLeavesSuchFilesAlone() throws {
        let folder = try canonical()
        let before = try folder.texts()
        let copy = try ScratchFolder()
        let barricade = try Barricade(folder: folder.location)
        try barricade.write(to: copy.url)
        var written = try copy.texts()
        let schema = written.removeValue(forKey: "barricade.schema.json")
        #expect(schema?.hasPrefix("{\n  \"$schema\": \"http://json-schema.org/draft-07/") == true)
        #expect(written == before)
        try barricade.write(to: folder.url)
        #expect(try folder.texts() == (try copy.texts()))
        let files = ["barricade.json", "barricade.schema.json", "a.json", "search/set.json"]
        let past = Date(timeIntervalSince1970: 1_000_000)
        for file in files {
            try FileManager.default.setAttributes(
                [.modificationDate: past], ofItemAtPath: folder.file(file).path)
        }
        try barricade.select("Success", for: "Login")
        try barricade.write(to: folder.url)
        let touched = try files.filter { file in
            let path = folder.file(file).path
            let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
            return date as? Date != past
        }
        #expect(touched == [])
    }

    @Test func aFileThatSaysTheSameStaysAsItIsLaidOut() async throws {
        let set = """
            { "on": "GET /b",
              "name": "B", "responses": [ { "name": "R", "json": { "z": 1.0, "a": [ 2 ] } } ] }
            """
        let other = #"{ "name": "A", "on": "GET /a", "responses": [{ "name": "R" }] }"#
        let folder = try ScratchFolder.manifest(#"{"version": 1, "sets": ["b.json", \#(other)]}"#)
        try folder.write(set, to: "b.json")
        let barricade = try Barricade(folder: folder.location)
        try barricade.add(CannedResponse("New", text: "new"), to: "A")
        #expect(try barricade.write(to: folder.url).changed == ["barricade.json"])
        #expect(try folder.texts()["b.json"] == set)
        try barricade.add(CannedResponse("New", json: ["z": 1]), to: "B")
        try barricade.write(to: folder.url)
        let again = try Barricade(folder: folder.location)
        try again.select("New", for: "B")
        #expect(try await again.session.get("\(api)/b").text == #"{"z":1}"#)
    }

    @Test func tellsWhatItHasChangedInAFolderThatItMakes() throws {
        let folder = try ScratchFolder()
        let target = folder.file("new/Responses")
        let old = ResponseSet("S", on: .get("/")) { CannedResponse("R", text: "a") }
        try folder.write("a", to: "a.txt")
        let new = ResponseSet("S", on: .get("/"), files: folder.location) {
            CannedResponse("R", file: "a.txt")
        }
        var lines: [String] = []
        for set in [old, new, new] {
            let changes = try Barricade(set).write(to: target)
            let names = changes.added + changes.changed.map { "*\($0)" } + changes.removed
            #expect(changes.isEmpty == names.isEmpty)
            lines.append("\(changes): \(names.joined(separator: ", "))")
        }
        #expect(
            lines == [
                "2 files added: barricade.json, barricade.schema.json",
                "1 file added, 1 changed: a.txt, *barricade.json", "no file changed: ",
            ])
        // Nothing is left beside it.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("new").path)
        #expect(names == ["Responses"])
    }

    @Test func aFileThatIsChangedMeanwhileIsNotOverwritten() throws {
        let folder = try canonical()
        let error = BarricadeError.thrown {
            try FolderWriter.write(
                to: folder.url,
                check: { path, _ in
                    if path == "a.json" { try folder.write("[\"mine\"]", to: path) }
                }
            ) { writer in
                let content = try writer.content()
                _ = try writer.write(content?.sets ?? [], replacing: content)
            }
        }
        let path = folder.url.resolvingSymlinksInPath().path
        #expect(
            error?.message == """
                The folder \(path) cannot be written: a.json was changed meanwhile.
                To fix: write it again.
                """)
        #expect(try folder.read("a.json") == "[\"mine\"]")
    }

    @Test func onlyOneAtATimeWritesAFolder() throws {
        let outer = try ScratchFolder()
        let target = outer.file("Responses")
        let set = ResponseSet("S", on: .get("/")) { CannedResponse("R") }
        let inside = Locked(0)
        let mostInside = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            try? FolderWriter.write(to: target) { writer in
                let count = inside.withLock { count in
                    count += 1
                    return count
                }
                mostInside.withLock { $0 = max($0, count) }
                _ = try writer.write([set], replacing: writer.content())
                inside.withLock { $0 -= 1 }
            }
        }
        let names = try outer.names()
        #expect(inside.current == 0)
        #expect(mostInside.current == 1)
        #expect(names == ["Responses"])
    }

    @Test func whatOnlyTheFolderHasIsNotLost() throws {
        let folder = try ScratchFolder()
        let first = ResponseSet("First", on: .get("/")) { CannedResponse("R") }
        let second = ResponseSet("Second", on: .get("/2")) { CannedResponse("R") }
        let both = Barricade(first, second)
        both.register([Preset("Usual", [:])])
        try folder.write(#"{"version": 1, "sets": []}"#, to: "barricade.json")
        try folder.write("mine", to: "notes/mine.txt")
        try both.write(to: folder.url)
        let before = try folder.texts()
        #expect(
            before.keys.sorted() == ["barricade.json", "barricade.schema.json", "notes/mine.txt"])
        let error = BarricadeError.thrown { try Barricade(second).write(to: folder.url) }
        #expect(
            error?.message == """
                The folder \(folder.url.path) cannot be written: it has what this barricade has not, \
                and would lose it: set "First", preset "Usual".

                To fix: write to another folder, or read this one first: \
                try barricade.register(folder: …)
                """)
        try folder.write("{", to: "barricade.json")
        let broken = BarricadeError.thrown { try both.write(to: folder.url) }
        let text = try folder.read("barricade.json")
        #expect(broken != nil)
        #expect(text == "{")
        try folder.write(before["barricade.json"] ?? "", to: "barricade.json")
        try both.write(to: folder.url)
        #expect(try folder.texts() == before)
    }

    @Test func filesThatTheManifestDoesNotNameStay() throws {
        let (source, target) = (
            try ScratchFolder.manifest(ManifestText.set("\"set.json\"")), try ScratchFolder()
        )
        let set = #"{ "name": "S", "on": "/", "responses": [{ "name": "R", "file": "a.json" }] }"#
        try source.write(set, to: "set.json")
        try target.write("mine", to: "a.json")
        try target.write("mine too", to: "set.json")
        let barricade = try Barricade(folder: source.location)
        #expect(try barricade.write(to: target.url).description == "3 files added")
        #expect(try target.read("a.json") == "mine")
        #expect(try target.read("set.json") == "mine too")
        #expect(try target.read("a-2.json") == source.read("a.json"))
        // What it names is written again.
        try source.write("[]", to: "a.json")
        #expect(try barricade.write(to: target.url).changed == ["a-2.json"])
    }

    /// Also one of a resource, and of a response that is not sent whole.
    @Test func filesThatNothingNamesAnyMoreAreRemoved() throws {
        let items = #"{ "resource": "Books", "at": "/books", "file": "books.json" }"#
        let folder = try ScratchFolder.manifest(
            ManifestText.set(
                #"{ "name": "S", "on": "/", "responses": [{ "name": "R", "file": "a.json", "malformingJSON": true }] }, "#
                    + items))
        try folder.write("[]", to: "books.json")
        let kept = ResponseSet("T", on: .get("/")) { CannedResponse("R") }
        let changes = try FolderWriter.write(to: folder.url) { writer in
            try writer.write([kept], replacing: writer.content())
        }
        #expect(changes.removed == ["a.json", "books.json"])
    }

    @Test func aFileIsNoFolder() throws {
        let outer = try ScratchFolder()
        let file = try outer.write("mine", to: "Responses")
        let set = ResponseSet("S", on: .get("/")) { CannedResponse("R") }
        let error = BarricadeError.thrown { try Barricade(set).write(to: file) }
        #expect(
            error?.message == """
                The folder \(file.path) cannot be written: there is a file of that name.

                To fix: give the path of a folder, which is made if it does not exist.
                """)
        // What the platform says of a folder in a file differs.
        let inside = file.appendingPathComponent("Responses")
        let other = BarricadeError.thrown { try Barricade(set).write(to: inside) }
        let texts = try outer.texts()
        #expect(other?.message.hasPrefix("The folder \(inside.path) cannot be written: ") == true)
        #expect(texts == ["Responses": "mine"])
    }

    @Test func filesAreCopiedUnderNamesOfTheirOwn() async throws {
        let (one, two) = (try ScratchFolder(), try ScratchFolder())
        try one.write("one", to: "books/all.txt")
        try two.write("two", to: "books/all.txt")
        let sets = [
            ResponseSet("One", on: .get("/one"), files: one.location) {
                CannedResponse("R", file: "books/all.txt")
                CannedResponse("Again", file: "books/all.txt")
            },
            ResponseSet("Two", on: .get("/two"), files: two.location) {
                CannedResponse("R", file: "books/all.txt")
            },
            ResponseSet("Three", on: .get("/three")) {
                CannedResponse("R", body: .file(two.file("books/all.txt")))
            },
        ]
        let folder = try ScratchFolder()
        try Barricade(sets).write(to: folder.url)
        let bodies = try folder.texts().filter { !$0.key.hasPrefix("barricade") }
        #expect(
            bodies == ["books/all.txt": "one", "books/all-2.txt": "two", "all.txt": "two"])
        let read = try Barricade(folder: folder.location)
        try await expectOutcomes(["one": ["one"], "two": ["two", "three"]]) { path in
            try await read.session.get("\(api)/\(path)").text
        }
    }

    // MARK: Writes that a kill interrupts

    /// Writes a set with a body file, and the text in its names.
    private static func write(_ text: String, to folder: URL) throws {
        let bodies = try ScratchFolder()
        try bodies.write("\(text) body", to: "\(text).txt")
        let set = ResponseSet("S", on: .get("/"), files: bodies.location) {
            CannedResponse("File", file: "\(text).txt")
            CannedResponse("With \(text) text", text: text)
        }
        try Barricade(set).write(to: folder)
    }

    /// Leaves a folder and what a save leaves beside it that is killed when it has moved some files.
    private func interrupt(_ outer: ScratchFolder, after moved: Int = 0) throws {
        let (target, final) = (outer.file("Responses"), outer.file(".Responses.final"))
        try Self.write("old", to: target)
        try Self.write("new", to: final)
        let names = ["new.txt", "barricade.schema.json", "barricade.json"]
        let digests = try names.map { name in
            "\"\(name)\": \(try Data(contentsOf: final.appendingPathComponent(name)).digest)"
        }
        for name in names.prefix(moved) {
            let file = final.appendingPathComponent(name)
            #expect(rename(file.path, target.appendingPathComponent(name).path) == 0)
        }
        let list = """
            { "files": { \(digests.joined(separator: ", ")) }, "removed": ["old.txt"] }
            """
        try outer.write(list, to: Self.list(in: outer))
        try outer.write("", to: ".Responses.lock")
    }

    /// Returns the path of the list of final files, which has the numbers of both folders.
    private static func list(in outer: ScratchFolder) throws -> String {
        let numbers = try ["Responses", ".Responses.final"].map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: outer.file(name).path)
            return "-\(try #require(attributes[.systemFileNumber] as? NSNumber))"
        }
        return ".Responses.final/.barricade-final\(numbers.joined()).json"
    }

    /// What a reader gets: the name of the last response, and the body of the first.
    private func reading(_ outer: ScratchFolder) async throws -> [String?] {
        let barricade = try Barricade(folder: .directory(outer.file("Responses")))
        let text = try await barricade.session.get("\(api)/").text
        return [barricade.sets.first?.responses.last?.name, text]
    }

    @Test(arguments: 0...3)
    func aReaderReadsThroughWhatIsFinalAndTheNextWriterMovesIt(_ moved: Int) async throws {
        let outer = try ScratchFolder()
        try interrupt(outer, after: moved)
        let before = try outer.texts()
        #expect(try await reading(outer) == ["With new text", "new body"])
        #expect(try outer.texts() == before)
        let target = outer.file("Responses")
        try Barricade(folder: .directory(target)).write(to: target)
        #expect(
            try outer.texts().keys.sorted() == [
                "Responses/barricade.json", "Responses/barricade.schema.json", "Responses/new.txt",
            ])
        #expect(try await reading(outer) == ["With new text", "new body"])
    }

    /// Files that anybody may have put beside a folder, in a repository for example.
    struct Leftover: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plant: @Sendable (ScratchFolder) throws -> Void

        init(_ name: String, _ plant: @escaping @Sendable (ScratchFolder) throws -> Void) {
            (testDescription, self.plant) = (name, plant)
        }

        /// Moves a file away, and returns its old place and its new one.
        static func moved(_ name: String, in outer: ScratchFolder) throws -> (URL, URL) {
            let (old, new) = (outer.file(name), outer.file("moved"))
            try FileManager.default.moveItem(at: old, to: new)
            return (old, new)
        }
    }

    static let leftovers = [
        Leftover("a list of an older version") { outer in
            try outer.write(
                #"["old.txt", "../mine.txt"]"#, to: ".Responses.final/.barricade-removed.json")
            try FileManager.default.removeItem(at: outer.file(list(in: outer)))
        },
        Leftover("a copy") { outer in
            let (final, moved) = try Leftover.moved(".Responses.final", in: outer)
            try FileManager.default.copyItem(at: moved, to: final)
            try FileManager.default.removeItem(at: moved)
        },
        Leftover("another file") { try $0.write("other", to: ".Responses.final/new.txt") },
        Leftover("a file less") { outer in
            try FileManager.default.removeItem(at: outer.file(".Responses.final/new.txt"))
        },
        Leftover("a path out of it") { outer in
            let list = try list(in: outer)
            let text = try outer.read(list).replacing("old.txt", with: "../mine.txt")
            try outer.write(text, to: list)
        },
        Leftover("a link in it") { outer in
            let (file, moved) = try Leftover.moved(".Responses.final/new.txt", in: outer)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: moved)
        },
        Leftover("a link to it") { outer in
            let (final, moved) = try Leftover.moved(".Responses.final", in: outer)
            try FileManager.default.createSymbolicLink(at: final, withDestinationURL: moved)
        },
        Leftover("a file") { outer in
            try FileManager.default.removeItem(at: outer.file(".Responses.final"))
            try outer.write("mine", to: ".Responses.final")
        },
    ]

    @Test(arguments: leftovers)
    func whatNoSaveHasLeftIsNeitherReadNorMoved(_ leftover: Leftover) async throws {
        let outer = try ScratchFolder()
        try interrupt(outer)
        try outer.write("mine", to: "mine.txt")
        try leftover.plant(outer)
        let before = try outer.texts()
        #expect(try await reading(outer) == ["With old text", "old body"])
        let target = outer.file("Responses").resolvingSymlinksInPath()
        let final = target.deletingLastPathComponent().appendingPathComponent(".Responses.final")
        let error = BarricadeError(
            .unusableFolder,
            """
            The folder \(target.path) cannot be written: beside it is \(final.path.shortened), \
            which no save of this folder has left like that.

            To fix: look at it, and remove it.
            """)
        #expect(throws: error) { try Barricade(folder: .directory(target)).write(to: target) }
        var after = try outer.texts()
        after[".Responses.lock"] = ""
        #expect(after == before)
    }

    /// It would cost each reader seconds.
    @Test func aListOfAnotherFolderIsNotRead() throws {
        let outer = try ScratchFolder()
        try interrupt(outer)
        let paths = Array(repeating: #""a""#, count: 300_000).joined(separator: ",")
        try FileManager.default.removeItem(at: outer.file(Self.list(in: outer)))
        try outer.write(
            #"{ "files": {}, "removed": [\#(paths)] }"#,
            to: ".Responses.final/.barricade-final-1-2.json")
        let folder = FileLocation.directory(outer.file("Responses"))
        #expect(try ThreadTime.seconds { _ = try Barricade(folder: folder) } < 0.2)
    }

    @Test func aSaveThatTheSystemRefusesLeavesAllAsItWas() async throws {
        let outer = try ScratchFolder()
        let target = outer.file("Responses")
        try Self.write("old", to: target)
        // No file replaces a folder.
        try FileManager.default.removeItem(at: outer.file("Responses/barricade.schema.json"))
        try outer.write("mine", to: "Responses/barricade.schema.json/mine.txt")
        let before = try outer.texts()
        #expect(throws: BarricadeError.self) { try Self.write("new", to: target) }
        #expect(try outer.texts() == before)
        #expect(try await reading(outer) == ["With old text", "old body"])
    }

    /// A save that is killed while it removes them must not leave what the next one refuses.
    @Test func finalFilesAreWholeUntilTheyAreGone() async throws {
        let outer = try ScratchFolder()
        let (path, target) = (outer.file(".Responses.final").path, outer.file("Responses"))
        try Self.write("new", to: target)
        var status = stat()
        try #require(lstat(target.path, &status) == 0)
        let inner = status.st_ino
        let isDone = Locked(false)
        async let partsSeen = onOwnThread {
            var count = 0
            while !isDone.withLock({ $0 }) {
                let folder = open(path, O_RDONLY | O_DIRECTORY)
                guard folder >= 0 else { continue }
                defer { close(folder) }
                var (held, named) = (stat(), stat())
                guard fstat(folder, &held) == 0,
                    faccessat(
                        folder, ".barricade-final-\(inner)-\(held.st_ino).json", F_OK, 0) != 0,
                    lstat(path, &named) == 0
                else { continue }
                if held.st_ino == named.st_ino { count += 1 }
            }
            return count
        }
        for turn in 0..<100 { try Self.write(["old", "new"][turn % 2], to: target) }
        isDone.withLock { $0 = true }
        #expect(await partsSeen == 0)
    }

    @Test func aDraftIsThrownAwayByTheNextWriter() async throws {
        let outer = try ScratchFolder()
        let target = outer.file("Responses")
        try Self.write("old", to: target)
        try outer.write("{", to: ".Responses.draft/barricade.json")
        #expect(try await reading(outer) == ["With old text", "old body"])
        try Barricade(folder: .directory(target)).write(to: target)
        #expect(try outer.names() == ["Responses"])
    }

    // MARK: Locks

    @Test func readersWaitForNoLockAndAWriterSaysWhoHoldsIt() async throws {
        let outer = try ScratchFolder()
        let target = outer.file("Responses").resolvingSymlinksInPath()
        try Self.write("old", to: target)
        let path = target.deletingLastPathComponent().appendingPathComponent(".Responses.lock").path
        let lock = open(path, O_RDWR | O_CREAT, 0o666)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        let barricade = try Barricade(folder: .directory(target), watching: true)
        let text = try outer.read("Responses/barricade.json").replacing("old text", with: "x")
        try outer.write(text, to: "Responses/barricade.json")
        #expect(try await barricade.session.get("\(api)/").text == "old body")
        #expect(barricade.sets.first?.responses.last?.name == "With x")
        let isListed = FileManager.default.fileExists(atPath: "/proc/locks")
        let error = BarricadeError(
            .unusableFolder,
            """
            The folder \(target.path) cannot be written: \(path) has been locked for 10 seconds by \
            \(isListed ? "this process" : "another process")
            """)
        await onOwnThread { () -> Void in
            #expect(throws: error) { try barricade.write(to: target) }
        }
    }

    // MARK: Links

    @Test func aLinkInTheFolderStaysAndNothingIsWrittenThroughOneOutOfIt() throws {
        let outer = try ScratchFolder()
        let target = outer.file("Responses").resolvingSymlinksInPath()
        func link(_ name: String, to other: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: outer.file("Responses/\(name)").path, withDestinationPath: other)
        }
        let barricade = Barricade(
            ResponseSet("S", on: .get("/")) { CannedResponse("New", json: [1]) })
        try outer.write(ManifestText.set(#""a/set.json""#), to: "Responses/sets.json")
        let set = #"{ "name": "S", "on": "GET /", "responses": [{ "name": "Old" }] }"#
        try outer.write(set, to: "Responses/a/set.json")
        try link("barricade.json", to: "sets.json")
        try barricade.write(to: target)
        #expect(try outer.read("Responses/sets.json").contains(#""name": "New""#))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(
                atPath: outer.file("Responses/barricade.json").path) == "sets.json")

        try FileManager.default.createDirectory(
            at: outer.file("elsewhere"), withIntermediateDirectories: true)
        try FileManager.default.removeItem(at: outer.file("Responses/a"))
        try link("a", to: "../elsewhere")
        var linked = barricade.sets[0]
        linked.folderNotes = FolderNotes(file: "a/set.json")
        let before = try outer.texts()
        let error = BarricadeError(
            .unusableFolder,
            """
            The folder \(target.path) cannot be written: a/set.json is a link out of the folder, \
            where nothing is written.

            To fix: remove the link, or write to the folder that it is in.
            """)
        #expect(throws: error) { try Barricade(linked).write(to: target) }
        #expect(try outer.texts() == before)
    }

    // MARK: What cannot be written

    /// Returns what is said against writing a barricade, of which nothing is written then.
    private func fault(writing barricade: Barricade) throws -> String? {
        let outer = try ScratchFolder()
        let error = BarricadeError.thrown {
            try barricade.write(to: outer.file("Responses"))
        }
        #expect(error?.code == .unusableFolder)
        #expect(try outer.names() == [])
        return error?.message
    }

    @Test func whatIsCodeIsNamedBeforeAnythingIsWritten() throws {
        struct Book: Codable, Identifiable { var id: Int }
        struct ShopError: Error {}
        let barricade = Barricade(
            ResponseSet("Code", on: .matching("it is Monday") { _ in true }, line: 7) {
                CannedResponse("Handler") { _ in CannedResponse() }
                CannedResponse.live("Changed") { reply, _ in reply.response }
                CannedResponse(
                    "Stream", body: .stream { AsyncStream<Data> { $0.finish() } })
                CannedResponse("Error", error: ShopError())
                CannedResponse("File", file: "/nowhere/a.json")
                CannedResponse("Status", status: 99)
                CannedResponse("Fine")
            },
            Resource("Books", at: "/books", items: [Book(id: 1)], line: 9)
        ) {
            $0.faultHandler = { _ in }
        }
        #expect(
            try fault(writing: barricade) == """
                These sets cannot be written to a folder:
                  Response set "Code" (FolderWritingTests.swift:7) matches by a closure ("it is Monday").
                  Response "Handler" of set "Code" (FolderWritingTests.swift:7) is a handler.
                  Response "Changed" of set "Code" (FolderWritingTests.swift:7) changes the real server's reply with a closure.
                  Response "Stream" of set "Code" (FolderWritingTests.swift:7) streams its body from a closure.
                  Response "Error" of set "Code" (FolderWritingTests.swift:7) cannot be written: its error is a ShopError, which is code.
                  Response "File" of set "Code" (FolderWritingTests.swift:7) has a file that cannot be copied. The file "/nowhere/a.json" is missing.
                  Response "Status" of set "Code" (FolderWritingTests.swift:7) cannot be sent: its status is 99, allowed are 200 to 599.
                  Response set "List Books" (FolderWritingTests.swift:9) is that of a resource whose items are of the app's own type.

                To fix: write a barricade without them, try Barricade(…).write(to: …).
                """)
    }

    @Test func whatCouldNotBeReadIsNotWritten() throws {
        let barricade = Barricade(
            ResponseSet("S", on: .get("no"), default: "Q", delay: .seconds(-1), line: 7) {}
        ) {
            $0.presets = [Preset("P", everySet: "Offline", except: ["T": "R"])]
            $0.faultHandler = { _ in }
        }
        #expect(
            try fault(writing: barricade) == """
                These sets cannot be written to a folder:
                  Response set "S" (FolderWritingTests.swift:7) never matches: pattern "no" cannot be read: it starts neither with / nor with a scheme and host; write "/no".
                  Response set "S" (FolderWritingTests.swift:7) cannot be written: its delay is negative or infinite.
                  Response set "S" (FolderWritingTests.swift:7) has no responses.
                  Response set "S" (FolderWritingTests.swift:7) names "Q" as its default, but has no such response.
                  Preset "P" selects "R" for set "T", which does not exist.
                  Preset "P" selects "Offline", which no set has.

                To fix: write a barricade without them, try Barricade(…).write(to: …).
                """)
        // A resource that has been changed is no longer data.
        let folder = try ScratchFolder.manifest(
            ManifestText.set(#"{"resource": "Books", "at": "/books"}"#))
        let sets = try ResponseSet.sets(in: folder.location)
        let changed = try fault(writing: Barricade(ResponseGroup("Shop", at: "/v1") { sets }))
        #expect(changed?.contains("belongs to a resource whose set \"List Books\"") == true)
    }

    @Test func setsOfTwoFoldersAreWrittenToOne() throws {
        let copy = try ScratchFolder()
        let barricade = Barricade()
        for name in ["One", "Two"] {
            let folder = try ScratchFolder.manifest(ManifestText.set("\"own.json\""))
            try folder.write(
                #"{"name": "\#(name)", "on": "/\#(name)", "responses": [{"name": "R"}]}"#,
                to: "own.json")
            try barricade.register(folder: folder.location)
        }
        try barricade.write(to: copy.url)
        let (names, own) = (
            try ResponseSet.sets(in: copy.location).map(\.name), try copy.read("own.json")
        )
        #expect(names == ["Two", "One"])
        #expect(own.contains("Two"))
    }
}
