#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CheckCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func check(
        _ options: String..., environment: [String: String] = [:],
        reading: ChildProcess.Reading = .both
    ) async throws -> ToolRun {
        try await Tool.run(
            ["check", folder.file("Sets").path] + options, environment: environment,
            reading: reading)
    }

    @Test func isContentWithAGoodFolder() async throws {
        try folder.writeSets(ScratchFolder.set("GET /a", #""json": 1"#), to: "Sets")
        let runs = try await [check(), check("--json"), check("--quiet")]
        let json = #"{"mistakes":[],"responses":1,"sets":1}"#
        #expect(
            runs == ["1 set, 1 response: no mistakes.\n", "\(json)\n", ""].map { ToolRun($0) })
    }

    @Test func tellsEveryMistakeWithItsPlace() async throws {
        let sets = [#""file": "gone.json""#, #""statsu": 404"#].enumerated().map {
            index, response in
            ScratchFolder.set("GET /\(index)", response)
        }
        try folder.writeSets(sets.joined(separator: ",\n"), to: "Sets")
        let run = try await check()
        // What a mistake is, FolderTests say.
        let lines = run.text.split(separator: "\n").map { line in
            line.hasPrefix("barricade.json") ? line.prefix { $0 != "," } : line
        }
        let expected: [Substring] = [
            "barricade.json:1:101", "barricade.json:2:68", "0 sets, 0 responses: 2 mistakes.",
        ]
        #expect(lines == expected)
        let quiet = try await check("--quiet")
        #expect(run.code == 1)
        #expect(quiet == run)
        for (count, lines, words) in [(60, 61, "60"), (210, 201, "more than 200")] {
            let many = (1...count).map { ScratchFolder.set("GET /\($0)", #""status": 1"#) }
            try folder.writeSets(many.joined(separator: ",\n"), to: "Sets")
            let all = try await check().text.split(separator: "\n")
            #expect(all.count == lines)
            #expect(all.last == "0 sets, 0 responses: \(words) mistakes.")
        }
        // What would never answer is one too.
        let twins = ["A", "B"].map { ScratchFolder.set("GET /a", #""json": 1"#, named: $0) }
        try folder.writeSets(twins.joined(separator: ",\n"), to: "Sets")
        let text = """
            Response set "B" (barricade.json:2) never answers: "A" (barricade.json:1) is listed \
            before it and claims all of its requests.

            To fix: list it first, or let "A" match less.
            2 sets, 2 responses: 1 mistake.

            """
        #expect(try await check() == ToolRun(text, code: 1))
    }

    @Test func saysWhyAFolderCannotBeRead() async throws {
        let manifest = folder.file("Sets/barricade.json")
        try FileManager.default.createDirectory(at: manifest, withIntermediateDirectories: true)
        let text = """
            No file "barricade.json" was found. Tried:
              \(manifest.path)
            0 sets, 0 responses: 1 mistake.

            """
        #expect(try await check() == ToolRun(text, code: 1))
    }

    @Test func seeksSecretsOfTheEnvironment() async throws {
        try folder.writeSets(ScratchFolder.set("GET /a", #""json": "correct horse""#), to: "Sets")
        let secrets = ["PASSWORD": "correct horse", "TOKEN": "battery staple"]
        let found = try await check("--secret", "PASSWORD", environment: secrets)
        #expect(found.text.hasPrefix("barricade.json holds a known secret at "))
        #expect(!found.text.contains("correct horse"))
        #expect(found.code == 1)
        #expect(try await check("--secret", "TOKEN", environment: secrets).code == 0)
        let missing = try await check("--secret", "PASWORD", reading: .errors)
        let message = "--secret PASWORD: the environment has no such variable.\n"
        #expect(missing == ToolRun(message, code: 2))
    }

    @Test func wantsAFolderWithSets() async throws {
        let path = folder.file("Sets").path
        let isGone = "There is no folder with a file barricade.json at "
        #expect(try await check() == ToolRun("\(isGone)\(path).\n", code: 2))
        try folder.writeSets("", to: "Sets")
        #expect(try await check() == ToolRun("The folder \(path) has no sets.\n", code: 3))
        let isFile = "\(path)/barricade.json is a file. Name its folder: \(path)\n"
        for subcommand in ["check", "serve"] {
            #expect(
                try await Tool.run([subcommand, "\(path)/barricade.json"])
                    == ToolRun(isFile, code: 2))
        }
        #expect(
            try await Tool.run(["drift", "\(path)/Gone", "--against", "http://localhost"])
                == ToolRun("\(isGone)\(path)/Gone.\n", code: 2))
    }
}
#endif
