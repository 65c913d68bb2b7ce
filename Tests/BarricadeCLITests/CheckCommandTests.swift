#if os(Linux) || os(macOS)
import Foundation
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
    ) async throws -> (text: String, code: CInt) {
        try await Tool.run(
            ["check", folder.file("Sets").path] + options, environment: environment,
            reading: reading)
    }

    @Test func isContentWithAGoodFolder() async throws {
        try folder.writeSets(ScratchFolder.set("GET /a", #""json": 1"#), to: "Sets")
        let run = try await check()
        #expect(run.text == "1 set, 1 response: no mistakes.\n")
        #expect(run.code == 0)
        #expect(try await check("--json").text == #"{"mistakes":[],"responses":1,"sets":1}"# + "\n")
        #expect(try await check("--quiet").text == "")
    }

    @Test func tellsEveryMistakeWithItsPlace() async throws {
        let sets = [#""file": "gone.json""#, #""statsu": 404"#].enumerated().map {
            index, response in
            ScratchFolder.set("GET /\(index)", response)
        }
        try folder.writeSets(sets.joined(separator: ",\n"), to: "Sets")
        let run = try await check()
        let lines = run.text.split(separator: "\n")
        let beginnings = [
            #"barricade.json:1:101, $.sets[0].responses[0].file: names "gone.json", which is missing."#,
            "barricade.json:2:68, $.sets[1].responses[0].statsu: is no key of a response. ",
            "0 sets, 0 responses: 2 mistakes.",
        ]
        try #require(lines.count == beginnings.count)
        for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning)) }
        #expect(run.code == 1)
        #expect(try await check("--quiet").text == run.text)
    }

    @Test func tellsWhatWouldNeverAnswer() async throws {
        let sets = ["A", "B"].map { ScratchFolder.set("GET /a", #""json": 1"#, named: $0) }
        try folder.writeSets(sets.joined(separator: ",\n"), to: "Sets")
        let run = try await check()
        #expect(
            run.text == """
                Response set "B" (barricade.json:2) never answers: "A" (barricade.json:1) is listed \
                before it and claims all of its requests.

                To fix: list it first, or let "A" match less.
                2 sets, 2 responses: 1 mistake.

                """)
        #expect(run.code == 1)
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
        #expect(missing.text == "--secret PASWORD: the environment has no such variable.\n")
        #expect(missing.code == 2)
    }

    @Test func isNotContentWithoutSets() async throws {
        let sets = try folder.writeSets("", to: "Sets")
        let run = try await check()
        #expect(run.text == "The folder \(sets) has no sets.\n")
        #expect(run.code == 3)
    }

    @Test(arguments: ["check", "serve"])
    func tellsThatAFolderIsWanted(_ subcommand: String) async throws {
        let sets = try folder.writeSets(ScratchFolder.set("GET /a", #""json": 1"#), to: "Sets")
        let run = try await Tool.run([subcommand, "\(sets)/barricade.json"])
        #expect(run.text == "\(sets)/barricade.json is a file. Name its folder: \(sets)\n")
        #expect(run.code == 2)
    }

    @Test func tellsThatThereAreNoSets() async throws {
        let run = try await check()
        #expect(
            run.text
                == "There is no folder with a file barricade.json at \(folder.file("Sets").path).\n"
        )
        #expect(run.code == 2)
    }
}
#endif
