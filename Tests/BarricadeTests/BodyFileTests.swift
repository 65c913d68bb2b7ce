import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BodyFileTests {
    private static let responses = FileLocation.bundle(.module, subdirectory: "Responses")

    private func barricade(
        _ name: String, in location: FileLocation? = nil, set: FileLocation? = nil,
        barricade: FileLocation? = nil
    ) -> Barricade {
        Barricade(
            ResponseSet("S", on: .any, files: set, line: 7) {
                CannedResponse("R", file: name, in: location)
            }
        ) {
            $0.files = barricade
        }
    }

    /// What a request gets: its status, its text, its length and its tag.
    private func answer(
        _ barricade: Barricade, method: String = "GET", _ headers: [String: String] = [:]
    ) async throws -> [String] {
        let answer = try await barricade.session.get(api, method: method, headers: headers)
        let fields = ["Content-Length", "ETag"].map {
            answer.response.value(forHTTPHeaderField: $0) ?? "none"
        }
        return ["\(answer.status)", answer.text] + fields
    }

    // MARK: Finding

    @Test func aFileIsFoundInItsPlace() async throws {
        let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Responses")
        let nested = FileLocation.bundle(.module, subdirectory: "Responses/nested")
        let (profile, note) = (
            folder.appendingPathComponent("profile.json"),
            folder.appendingPathComponent("nested/note.txt")
        )
        let scratch = try ScratchFolder()
        let file = try scratch.write("{}", to: "a b.json")
        let relative = URL(fileURLWithPath: "a b.json", relativeTo: scratch.url)
        func serving(_ body: ResponseBody) -> Barricade {
            Barricade(ResponseSet("S", on: .any) { CannedResponse("R", body: body) })
        }
        let (json, text) = ("application/json", "text/plain")
        let table = [
            (barricade("profile.json", in: Self.responses), profile, json),
            (barricade("Responses/profile.json", in: .bundle(.module)), profile, json),
            (barricade("profile.json", set: Self.responses), profile, json),
            (barricade("profile.json", barricade: [Self.responses]), profile, json),
            (barricade(profile.path, in: .directory("/nowhere")), profile, json),
            (barricade("note.txt", in: nested), note, text),
            (barricade("nested/note.txt", in: Self.responses), note, text),
            (serving(.file(file)), file, json), (serving(.file(relative)), file, json),
            (serving(.file(relative, contentType: "text/plain")), file, text),
        ]
        for (row, (barricade, file, type)) in table.enumerated() {
            let answer = try await barricade.session.get(api)
            let found = [answer.text, answer.response.mimeType]
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(found == [text, type], "row \(row)")
            #expect(barricade.validate() == [], "row \(row)")
        }
    }

    @Test func theNearestLocationCountsAndSeveralAreOneAfterAnother() async throws {
        let folder = try ScratchFolder()
        let places = try ["response", "set", "first", "second"].map { place in
            try folder.write(place, to: "\(place)/a.txt")
            return FileLocation.directory(folder.file(place).path)
        }
        let (response, set) = (places[0], places[1])
        let barricades: FileLocation = [places[2], places[3]]
        let list: FileLocation = [
            .directory(folder.file("gone")), [.directory(folder.file("second"))], places[2],
        ]
        let table = [
            (barricade("a.txt", in: response, set: set, barricade: barricades), "response"),
            (barricade("a.txt", set: set, barricade: barricades), "set"),
            (barricade("a.txt", barricade: barricades), "first"),
            (barricade("a.txt", barricade: [.directory("/nowhere"), barricades]), "first"),
            (barricade("a.txt", in: list), "second"), (barricade("a.txt", set: list), "second"),
            (barricade("a.txt", barricade: [list]), "second"),
        ]
        let resource = Resource<Note>("Notes", at: "/notes", file: "notes.json", in: list)
        try folder.write("[]", to: "first/notes.json")
        #expect(Barricade(resource).validate() == [])
        for (row, (barricade, place)) in table.enumerated() {
            #expect(await barricade.answers(to: "/") == [place], "row \(row)")
        }
    }

    private struct Note: Codable, Identifiable {
        let id: Int
    }

    // MARK: Reading

    #if os(Linux)
    /// The system makes such a file while it is read, and says that its size is 0.
    @Test func aFileWhoseSizeIsNotKnownIsReadForEachRequest() async throws {
        let expected = try String(contentsOfFile: "/proc/version", encoding: .utf8)
        let length = "\(expected.utf8.count)"
        let barricade = barricade("version", in: .directory("/proc"))
        #expect(barricade.validate() == [])
        let tag = try await answer(barricade)[3]
        let answers = [
            try await answer(barricade), try await answer(barricade, ["Range": "bytes=2-4"]),
            try await answer(barricade, ["If-None-Match": tag]),
            try await answer(barricade, method: "HEAD"),
        ]
        let whole = ["200", expected, length, tag]
        let part = ["206", String(expected.dropFirst(2).prefix(3)), "3", tag]
        #expect(answers == [whole, part, ["304", "", "none", tag], ["200", "", length, tag]])
        barricade.networkConditions = NetworkConditions(download: .megabitsPerSecond(1_000))
        #expect(try await answer(barricade) == whole)
        let uptime = self.barricade("/proc/uptime")
        // It counts in hundredths of a second.
        let first = await uptime.answers(to: "/")
        var reads = 0
        while await uptime.answers(to: "/") == first, reads < 10_000 { reads += 1 }
        #expect(reads < 10_000)
    }
    #endif

    /// A file that has not been touched for a while is kept in memory, which must not show.
    @Test(arguments: ["young", "edited", "replaced", "backdated", "shortened", "emptied"])
    func anEditShowsAtTheNextRequest(_ how: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write("before", to: "a.txt")
        if how != "young" { try age(file) }
        let barricade = barricade("a.txt", in: .directory(folder.url))
        let before = [
            try await answer(barricade), try await answer(barricade), try await answer(barricade),
        ]
        #expect(Set(before).count == 1)
        #expect(before[0][1] == "before")
        let text = ["shortened": "short", "emptied": ""][how] ?? "after!"
        if how == "replaced" {
            let other = try folder.write(text, to: "b.txt")
            try age(other)
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: other, to: file)
        } else {
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: Data(text.utf8))
            try handle.truncate(atOffset: UInt64(text.utf8.count))
            try handle.close()
        }
        #if !canImport(Darwin)
        // Apple's FileManager does not say when a file's date was changed.
        if how == "backdated" { try age(file) }
        #endif
        let after = try await answer(barricade).prefix(3)
        #expect(after == ["200", text, "\(text.utf8.count)"])
        #expect(barricade.validate() == [])
    }

    /// Lets a file look as if it was written an hour ago, to the second.
    private func age(_ file: URL) throws {
        let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 3_600).rounded())
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    /// Others write a file in place: a request in the middle waits for the rest.
    @Test func aFileThatIsBeingWrittenIsServedWhole() async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "0123456789abcdef", count: 4_096)
        let file = try folder.write(text, to: "a.txt")
        let barricade = barricade("a.txt", in: .directory(folder.url))
        var answers: [String] = []
        while answers.count < 5 {
            let start = ContinuousClock.now
            try Data().write(to: file)
            async let answer = answer(barricade)
            try await Task.sleep(for: .milliseconds(5))
            try Data(text.utf8).write(to: file)
            // A writer that has to wait for long cannot be told from one that has written all.
            let isQuick = start.duration(to: .now) < .milliseconds(40)
            let body = try? await answer[1]
            if isQuick { answers.append(body ?? "none") }
        }
        #expect(Set(answers) == [text])
    }

    /// Editors truncate a file in place; what a request got before must not change with it.
    @Test func aBodyOutlivesItsFile() async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        let file = try folder.write(text, to: "a.txt")
        let barricade = barricade(file.path)
        let (data, _) = try await barricade.session.data(from: try URL(api))
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(String(decoding: data, as: UTF8.self) == text)
    }

    // MARK: Failing

    /// What the message of a file that cannot be served begins with.
    private static let start = #"Response "R" of set "S" (BodyFileTests.swift:7) cannot be sent"#

    @Test func whatIsNoFileIsNamed() async throws {
        let folder = try ScratchFolder()
        let here = FileLocation.directory(folder.url)
        func path(_ name: String) -> String { folder.file(name).path }
        try folder.write("x", to: "sub/a.txt")
        // A reader of a pipe waits for its writer, and so would all other loads.
        try #require(mkfifo(path("pipe"), 0o600) == 0)
        let resources = try #require(Bundle.module.resourceURL)
        let main = try #require(Bundle.main.resourceURL)
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        var table = [
            (
                barricade("pipe", in: here),
                "The file \"pipe\" is not a regular file: \(path("pipe"))."
            ),
            (barricade("sub", in: here), "The file \"sub\" is a folder: \(path("sub"))."),
            (barricade("\0"), "The file \"\0\" cannot exist: its name has a NUL character."),
            (
                barricade("gone.json", barricade: [here, Self.responses]),
                """
                The file "gone.json" is missing. Tried:
                  \(path("gone.json"))
                  \(resources.appendingPathComponent("Responses/gone.json").path)
                Nearest there: "profile.json", "nested", "pipe"
                """
            ),
            // An absolute path is the only one tried.
            (
                barricade(path("gone.json"), in: Self.responses),
                """
                The file "\(path("gone.json"))" is missing. Tried:
                  \(path("gone.json"))
                Nearest there: "pipe", "sub"
                """
            ),
            (
                barricade("gone.json"),
                """
                The file "gone.json" is missing. Tried:
                  \(main.appendingPathComponent("gone.json").path)
                  \(current.appendingPathComponent("gone.json").path)
                To fix: name the place of the files: files: [.bundle(.module)] of the set, or \
                $0.files = [.bundle(.module)] of the barricade
                """
            ),
        ]
        // The superuser reads whatever its permissions say.
        if geteuid() != 0 {
            let file = try folder.write("x", to: "locked.txt")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0], ofItemAtPath: file.path)
            let reason = try #require(
                #expect(throws: (any Error).self) { try Data(contentsOf: file) })
            table.append(
                (
                    barricade(file.path),
                    """
                    The file "\(file.path)" cannot be read: \(file.path): \
                    \(reason.localizedDescription)
                    """
                ))
        }
        for (barricade, fault) in table {
            let message = "unreadableFile: \(Self.start). \(fault)"
            let faults = try await barricade.faultsOfChecksAndRequest()
            #expect(faults == [message, message])
        }
    }

    @Test func aMissingFileNamesTheNearest() async throws {
        let table: [([String], String, String)] = [
            (["user.json", "book.json", "users.txt"], "usr.json", "user.json"),
            (["Responses/user.json", "uses.json"], "user.json", "Responses/user.json"),
            (["nested/user.json", "usr.json"], "nested/usr.json", "nested/user.json"),
            (["user.json"], "user", "user.json"),
            (["user.json", "z.json"], "Responses/user.json", "user.json"),
        ]
        for (files, name, nearest) in table {
            let folder = try ScratchFolder()
            for file in files { try folder.write("x", to: file) }
            let barricade = barricade(
                name, in: [.directory("/nowhere"), .directory(folder.url)])
            let message = """
                unreadableFile: \(Self.start). The file "\(name)" is missing. Tried:
                  /nowhere/\(name)
                  \(folder.file(name).path)
                Nearest: \(folder.file(nearest).path)
                """
            let faults = try await barricade.faultsOfChecksAndRequest()
            #expect(faults == [message, message])
        }
    }

    @Test func aFileInAFolderOfTheBundleSaysWhichSubdirectory() async throws {
        let resources = try #require(Bundle.module.resourceURL)
        let folder = resources.appendingPathComponent("Responses")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.hasSuffix(".json") })
        let message = """
            unreadableFile: \(Self.start). The file "\(name)" is missing. Tried:
              \(resources.appendingPathComponent(name).path)
            Nearest: \(folder.appendingPathComponent(name).path)
            To fix: .bundle(…, subdirectory: "Responses")
            """
        let faults = try await barricade(name, in: .bundle(.module)).faultsOfChecksAndRequest()
        #expect(faults == [message, message])
    }

    @Test func whatIsToBeJSONIsReadBeforehand() async throws {
        for (name, text, place) in [
            ("a.json", "{\n  \"é\": x\n}", "line 2, column 8"),
            ("a.json", "", "it ends too early, line 1, column 1"),
            ("a.geojson", "[1,\n2,", "it ends too early, line 2, column 3"),
            ("a.json", "{}\r\n}", "line 2, column 1"),
        ] {
            let folder = try ScratchFolder()
            try folder.write(text, to: name)
            let barricade = barricade(name, in: .directory(folder.url))
            let fault: String = "\(Self.start). The file \"\(name)\" is not JSON (\(place))."
            #expect(barricade.validate() == [BarricadeError(.unreadableFile, fault)])
            // It is served as it is.
            #expect(try await barricade.session.get(api).text == text)
        }
        // The content type says what is JSON.
        let folder = try ScratchFolder()
        try folder.write("{", to: "a.json")
        try folder.write("{", to: "a.txt")
        let place = FileLocation.directory(folder.url)
        let fault = """
            \(Self.start). The file "a.txt" is not JSON (it ends too early, line 1, column 2).
            """
        for type in ["application/vnd.api+json; a=b", "text/json"] {
            let barricade = Barricade(
                ResponseSet("S", on: .any, files: place, line: 7) {
                    CannedResponse("Text", body: .file("a.json", contentType: "text/plain"))
                    CannedResponse(
                        "Header", headers: ["Content-Type": "text/plain"], file: "a.json")
                    CannedResponse("Plain", file: "a.txt")
                    CannedResponse("R", headers: ["Content-Type": type], file: "a.txt")
                })
            #expect(barricade.validate().map(\.message) == [fault])
        }
    }
}
