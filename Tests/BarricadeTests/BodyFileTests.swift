import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    private func expectFailure(
        _ message: String, of barricade: Barricade, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let listed =
            "Response \"R\" of set \"S\" (BodyFileTests.swift:7) cannot be sent. \(message)"
        #expect(barricade.validate().map(\.message) == [listed], sourceLocation: location)
        let error = BarricadeError(try await barricade.session.failure(api))
        #expect(error?.message == listed, sourceLocation: location)
        #expect(error?.code == .unreadableFile, sourceLocation: location)
    }

    // A reader of a pipe waits for its writer, and so would all other loads.
    @Test func aPipeIsNoBody() async throws {
        let folder = try ScratchFolder()
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        try await expectFailure(
            "The file \"pipe\" is not a regular file: \(pipe.path).",
            of: barricade("pipe", in: .directory(folder.url)))
    }

    // MARK: Finding

    @Test func aBundlesFileIsFound() async throws {
        let profile = try #require(
            Bundle.module.url(
                forResource: "profile", withExtension: "json", subdirectory: "Responses"))
        let expected = String(decoding: try Data(contentsOf: profile), as: UTF8.self)
        for barricade in [
            barricade("profile.json", in: Self.responses),
            barricade("Responses/profile.json", in: .bundle(.module)),
            barricade("profile.json", set: Self.responses),
            barricade("profile.json", barricade: [Self.responses]),
            barricade(profile.path, in: .directory("/nowhere")),
        ] {
            let answer = try await barricade.session.get(api)
            #expect(answer.text == expected && !expected.isEmpty)
            #expect(answer.response.mimeType == "application/json")
            #expect(barricade.validate() == [])
        }
    }

    @Test func aFileInASubdirectoryIsFound() async throws {
        let nested = FileLocation.bundle(.module, subdirectory: "Responses/nested")
        let one = barricade("note.txt", in: nested)
        let two = barricade("nested/note.txt", in: Self.responses)
        let text = try await one.session.get(api).text
        #expect(!text.isEmpty)
        #expect(try await two.session.get(api).text == text)
    }

    @Test func theNearestLocationCounts() async throws {
        let folder = try ScratchFolder()
        let places = try ["response", "set", "first", "second"].map { place in
            try folder.write(place, to: "\(place)/a.txt")
            return FileLocation.directory(folder.file(place).path)
        }
        let (response, set) = (places[0], places[1])
        let barricades: FileLocation = [places[2], places[3]]
        for (barricade, place) in [
            (barricade("a.txt", in: response, set: set, barricade: barricades), "response"),
            (barricade("a.txt", set: set, barricade: barricades), "set"),
            (barricade("a.txt", barricade: barricades), "first"),
            (barricade("a.txt", barricade: [.directory("/nowhere"), barricades]), "first"),
        ] {
            #expect(try await barricade.session.get(api).text == place)
        }
    }

    @Test func severalLocationsAreOnePlaceAfterAnother() async throws {
        let folder = try ScratchFolder()
        try folder.write("second", to: "second/a.txt")
        try folder.write("third", to: "third/a.txt")
        let (first, second) = (folder.file("first"), folder.file("second"))
        let list: FileLocation = [
            .directory(first), [.directory(second)], .directory(folder.file("third")),
        ]
        for barricade in [
            barricade("a.txt", in: list), barricade("a.txt", set: list),
            barricade("a.txt", barricade: [list]),
        ] {
            #expect(try await barricade.session.get(api).text == "second")
        }
        let resource = Resource<Note>("Notes", at: "/notes", file: "notes.json", in: list)
        try folder.write("[]", to: "third/notes.json")
        #expect(Barricade(resource).validate() == [])
    }

    private struct Note: Codable, Identifiable {
        let id: Int
    }

    @Test func aURLIsAnAbsolutePath() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write("{}", to: "a b.json")
        for url in [file, URL(fileURLWithPath: "a b.json", relativeTo: folder.url)] {
            let barricade = Barricade(
                ResponseSet("S", on: .any) {
                    CannedResponse("R", status: 201, headers: ["X-A": "1"], body: .file(url))
                    CannedResponse("B", body: .file(url, contentType: "text/plain"))
                })
            #expect(barricade.validate() == [])
            let answer = try await barricade.session.get(api)
            #expect(answer.text == "{}" && answer.status == 201)
            #expect(answer.response.mimeType == "application/json")
            try barricade.select("B", for: "S")
            #expect(try await barricade.session.get(api).response.mimeType == "text/plain")
        }
    }

    @Test func aURLOfAnotherSchemeIsAMistake() async throws {
        let url = try #require(URL(string: "https://example.com/a.json?token=secret"))
        let barricade = Barricade(
            ResponseSet("S", on: .any, line: 7) { CannedResponse("R", body: .file(url)) })
        let text = """
            Response "R" of set "S" (BodyFileTests.swift:7) cannot be sent: its file is \
            https://example.com/a.json?token=•••, which is not a file URL.
            """
        #expect(barricade.validate().map(\.message) == [text])
        #expect(BarricadeError(try await barricade.session.failure(api))?.message == text)
    }

    // MARK: Reading

    #if os(Linux)
    /// The system makes such a file while it is read, and says that its size is 0.
    @Test func aFileWhoseSizeIsNotKnownIsServed() async throws {
        for barricade in [
            barricade("version", in: .directory("/proc")), barricade("/proc/version"),
        ] {
            #expect(barricade.validate() == [])
            let expected = String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/version")),
                as: UTF8.self)
            #expect(!expected.isEmpty)
            let session = barricade.session
            let answer = try await session.get(api)
            #expect(answer.text == expected)
            let length = answer.response.value(forHTTPHeaderField: "Content-Length")
            #expect(length == "\(expected.utf8.count)")
            let part = try await session.get(api, headers: ["Range": "bytes=2-4"])
            #expect(part.status == 206)
            #expect(part.text == String(expected.dropFirst(2).prefix(3)))
            let head = try await session.get(api, method: "HEAD")
            #expect(head.text == "")
            #expect(head.response.value(forHTTPHeaderField: "Content-Length") == length)
            let tag = try #require(answer.response.value(forHTTPHeaderField: "ETag"))
            #expect(try await session.get(api, headers: ["If-None-Match": tag]).status == 304)
        }
    }

    @Test func suchAFileIsReadForEachRequest() async throws {
        let barricade = barricade("/proc/self/status")
        for _ in 0..<3 {
            let text = try await barricade.session.get(api).text
            #expect(text.contains("Pid:\t\(ProcessInfo.processInfo.processIdentifier)"))
            #expect(text.hasSuffix("\n"))
        }
        let uptime = self.barricade("/proc/uptime")
        let session = uptime.session
        let first = try await session.get(api).text
        // It counts in hundredths of a second.
        var reads = 0
        while try await session.get(api).text == first, reads < 10_000 { reads += 1 }
        #expect(reads < 10_000)
    }

    @Test func suchAFileGoesOutOverABadNetwork() async throws {
        let barricade = barricade("/proc/version")
        let whole = try await barricade.session.get(api).text
        barricade.networkConditions = NetworkConditions(download: .megabitsPerSecond(1_000))
        #expect(try await barricade.session.get(api).text == whole)
    }
    #endif

    @Test func anEditShowsAtTheNextRequest() async throws {
        let folder = try ScratchFolder()
        let barricade = barricade("a.txt", in: .directory(folder.url))
        let session = barricade.session
        #expect(barricade.validate().count == 1)
        for text in ["one", "three", "", "two"] {
            try folder.write(text, to: "a.txt")
            let answer = try await session.get(api)
            #expect(answer.text == text)
            let length = answer.response.value(forHTTPHeaderField: "Content-Length")
            #expect(length == "\(text.utf8.count)")
        }
        #expect(barricade.validate() == [])
    }

    /// A file that has not been touched for a while is kept in memory, which must not show.
    @Test(arguments: ["edited", "replaced", "backdated", "shortened"])
    func anEditOfAnOldFileShows(_ how: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write("before", to: "a.txt")
        try age(file)
        let barricade = barricade("a.txt", in: .directory(folder.url))
        let session = barricade.session
        var tags: Set<String?> = []
        for _ in 0..<3 {
            let answer = try await session.get(api)
            #expect(answer.text == "before")
            tags.insert(answer.response.value(forHTTPHeaderField: "ETag"))
        }
        #expect(tags.count == 1)
        let text = how == "shortened" ? "short" : "after!"
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
        let answer = try await session.get(api)
        #expect(answer.text == text)
        #expect(answer.response.expectedContentLength == Int64(text.utf8.count))
    }

    /// Lets a file look as if it was written an hour ago, to the second.
    private func age(_ file: URL) throws {
        let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 3_600).rounded())
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    /// Editors truncate a file in place; what a request got before must not change with it.
    @Test func aBodyOutlivesItsFile() async throws {
        let folder = try ScratchFolder()
        let text = String(repeating: "0123456789abcdef", count: 65_536)
        let file = try folder.write(text, to: "a.txt")
        let barricade = barricade(file.path)
        let (data, _) = try await barricade.session.data(from: try #require(URL(string: api)))
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.close()
        #expect(String(decoding: data, as: UTF8.self) == text)
    }

    // MARK: Failing

    @Test func aMissingFileNamesThePathsTried() async throws {
        let folder = try ScratchFolder()
        let resources = try #require(Bundle.module.resourceURL)
        try await expectFailure(
            """
            The file "gone.json" is missing. Tried:
              \(folder.file("gone.json").path)
              \(resources.appendingPathComponent("Responses/gone.json").path)
            """, of: barricade("gone.json", barricade: [.directory(folder.url), Self.responses]))
    }

    @Test(arguments: [
        (["user.json", "book.json", "users.txt"], "usr.json", "user.json"),
        (["Responses/user.json", "uses.json"], "user.json", "Responses/user.json"),
        (["nested/user.json", "usr.json"], "nested/usr.json", "nested/user.json"),
        (["book.json", ".usr.json", "elsewhere/user.json"], "usr.json", nil),
        (["usr.json/x"], "user.json", nil), (["user.json"], "user", "user.json"),
        (["user.json", "z.json"], "Responses/user.json", "user.json"),
    ])
    func aMissingFileNamesTheNearest(
        _ files: [String], _ name: String, _ nearest: String?
    ) async throws {
        let folder = try ScratchFolder()
        for file in files { try folder.write("x", to: file) }
        let hint = nearest.map { "\nNearest: \(folder.file($0).path)" } ?? ""
        try await expectFailure(
            """
            The file "\(name)" is missing. Tried:
              /nowhere/\(name)
              \(folder.file(name).path)\(hint)
            """, of: barricade(name, in: [.directory("/nowhere"), .directory(folder.url)]))
    }

    @Test(arguments: [
        ("a.json", "{\n  \"é\": x\n}", "line 2, column 8"),
        ("a.json", "", "it ends too early, line 1, column 1"),
        ("a.geojson", "[1,\n2,", "it ends too early, line 2, column 3"),
        ("a.json", "{}\r\n}", "line 2, column 1"),
    ])
    func filesOfJSONAreReadBeforehand(
        _ name: String, _ text: String, _ place: String
    ) async throws {
        let folder = try ScratchFolder()
        try folder.write(text, to: name)
        let barricade = barricade(name, in: .directory(folder.url))
        #expect(
            barricade.validate().map(\.message) == [
                """
                Response "R" of set "S" (BodyFileTests.swift:7) cannot be sent. The file \
                "\(name)" is not JSON (\(place)).
                """
            ])
        #expect(barricade.validate().map(\.code) == [.unreadableFile])
        // It is served as it is.
        #expect(try await barricade.session.get(api).text == text)
    }

    @Test func theContentTypeSaysWhatIsJSON() throws {
        let folder = try ScratchFolder()
        try folder.write("{", to: "a.json")
        try folder.write("{", to: "a.txt")
        let place = FileLocation.directory(folder.url)
        let barricade = Barricade(
            ResponseSet("S", on: .any, files: place, line: 7) {
                CannedResponse("Text", body: .file("a.json", contentType: "text/plain"))
                CannedResponse("Header", headers: ["Content-Type": "text/plain"], file: "a.json")
                CannedResponse("Plain", file: "a.txt")
                CannedResponse(
                    "JSON", headers: ["Content-Type": "application/vnd.api+json; a=b"],
                    file: "a.txt")
            })
        #expect(
            barricade.validate().map(\.message) == [
                """
                Response "JSON" of set "S" (BodyFileTests.swift:7) cannot be sent. The file "a.txt" \
                is not JSON (it ends too early, line 1, column 2).
                """
            ])
    }

    @Test func aMissingAbsolutePathIsTheOnlyOneTried() async throws {
        let path = try ScratchFolder().file("gone.json").path
        try await expectFailure(
            """
            The file "\(path)" is missing. Tried:
              \(path)
            """, of: barricade(path, in: Self.responses))
    }

    @Test func withoutLocationsTheMainBundleAndTheWorkingDirectoryAreTried() async throws {
        let main = try #require(Bundle.main.resourceURL)
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        try await expectFailure(
            """
            The file "gone.json" is missing. Tried:
              \(main.appendingPathComponent("gone.json").path)
              \(here.appendingPathComponent("gone.json").path)
            To fix: name the place of the files, such as $0.files = [.bundle(.module)]
            """, of: barricade("gone.json"))
    }

    @Test func aFolderIsNoFile() async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "sub/a.txt")
        try await expectFailure(
            "The file \"sub\" is a folder: \(folder.file("sub").path).",
            of: barricade("sub", in: .directory(folder.url)))
    }

    @Test func aNameWithANULCharacterIsNoFile() async throws {
        try await expectFailure(
            "The file \"\0\" cannot exist: its name has a NUL character.", of: barricade("\0"))
    }

    /// The superuser reads whatever its permissions say.
    @Test(.enabled(if: geteuid() != 0)) func aFileThatMayNotBeReadIsNamed() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write("x", to: "a.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        let reason = #expect(throws: (any Error).self) { try Data(contentsOf: file) }
        try await expectFailure(
            "The file \"\(file.path)\" cannot be read: \(file.path): "
                + (reason?.localizedDescription ?? ""), of: barricade(file.path))
    }
}
