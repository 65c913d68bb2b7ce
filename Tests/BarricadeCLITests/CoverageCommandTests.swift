#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CoverageCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try write("Login", "Success", requests: 6, to: "login.json")
        try write("Profile", "Ada", requests: 2, to: "profile.json")
    }

    /// Writes the report of a set with two responses, of which the other one has not answered.
    private func write(
        _ set: String, _ served: String, requests: Int, to name: String
    ) throws {
        let report = """
            { "barricadeCoverage": 1, "processes": 1, "sets": [
              { "name": "\(set)", "origins": ["\(set)Tests.swift:9"], "responses": [
                { "name": "Offline", "requests": 0, "tests": [] },
                { "name": "\(served)", "requests": \(requests), "tests": ["a()", "b()"] } ] } ] }
            """
        try folder.write(report, to: name)
    }

    /// Runs the subcommand; `<name>` in an argument is the path of a file in the folder.
    private func run(
        _ arguments: String..., reading: ChildProcess.Reading = .both
    ) async throws -> ToolRun {
        try await Tool.run(["coverage"] + arguments.map(inFolder), reading: reading)
    }

    private func inFolder(_ text: String) -> String {
        text.replacing(/<([a-z.]+)>/) { folder.file(String($0.output.1)).path }
    }

    private let login = """
        50 % of responses served: 1 of 2, in 2 tests of 1 process.

        Never served:
          Login (LoginTests.swift:9)
              Offline

        Served:
          Login (LoginTests.swift:9)
              Success  6 requests in 2 tests

        """

    @Test func addsReportsUp() async throws {
        let text = """
            50 % of responses served: 2 of 4, in 2 tests of 3 processes.

            Never served:
              Login (LoginTests.swift:9)
                  Offline
              Profile (ProfileTests.swift:9)
                  Offline

            Served:
              Login (LoginTests.swift:9)
                  Success  12 requests in 2 tests
              Profile (ProfileTests.swift:9)
                  Ada  2 requests in 2 tests

            """
        #expect(try await run("<login.json>", "<profile.json>", "<login.json>") == ToolRun(text))
        // As JSON, the sum is a report too.
        let sum = try await run("<login.json>", "<profile.json>", "--json", reading: .output)
        try folder.write(sum.text, to: "sum.json")
        #expect(try await run("<sum.json>", "<login.json>") == ToolRun(text))
    }

    // MARK: The minimum

    @Test func failsBelowTheMinimumOnlyAndIsQuietIfAsked() async throws {
        let message = "50 % is less than the minimum, 50.5 %.\n"
        let runs: [([String], ChildProcess.Reading, ToolRun)] = [
            ([], .both, ToolRun(login)), (["--minimum", "50"], .both, ToolRun(login)),
            (["--minimum=50"], .both, ToolRun(login)), (["--minimum", "0"], .both, ToolRun(login)),
            (["--minimum", "50", "--quiet"], .both, ToolRun("")),
            (["--minimum", "50.5"], .errors, ToolRun(message, code: 1)),
            (["--minimum", "50.5"], .output, ToolRun(login, code: 1)),
            (["--minimum", "51", "--quiet"], .output, ToolRun(login, code: 1)),
        ]
        for (options, reading, expected) in runs {
            let run = try await Tool.run(
                ["coverage", inFolder("<login.json>")] + options, reading: reading)
            #expect(run == expected, "\(options)")
        }
    }

    // MARK: The page

    @Test func writesAPageTooOrTellsThatItCannot() async throws {
        let page = try await run("<login.json>", "--html", "<page.html>", "--minimum", "80")
        #expect(page.text.contains("Never served:"))
        #expect(page.code == 1)
        let html = try folder.read("page.html")
        #expect(html.hasPrefix("<!DOCTYPE html>\n"))
        try folder.write("a file", to: "file")
        let errors = try await run(
            "<login.json>", "--html", "<file>/page.html", reading: .errors)
        let start = inFolder("<file>/page.html cannot be written: ")
        #expect(errors.text.hasPrefix(start))
        #expect(errors.code == 2)
    }

    @Test func noPageTakesThePlaceOfAReport() async throws {
        let before = try folder.read("login.json")
        try FileManager.default.createSymbolicLink(
            atPath: inFolder("<link.html>"), withDestinationPath: inFolder("<login.json>"))
        for page in ["<login.json>", "<link.html>"] {
            let run = try await run("<login.json>", "--html", page, reading: .errors)
            #expect(run.text.hasPrefix(inFolder("\(page) is read for this.\n")))
            #expect(run.code == 2)
        }
        #expect(try folder.read("login.json") == before)
    }

    @Test func aPipeIsRead() async throws {
        let program = try ChildProcess(
            try Tool.path(), ["coverage", "/dev/stdin"], reading: .both)
        try program.input.write(contentsOf: Data(try folder.read("login.json").utf8))
        #expect(await ToolRun(program) == ToolRun(login))
    }

    // MARK: Misuse

    @Test func tellsWhatIsWrongWithAFile() async throws {
        try folder.write("some text", to: "text.json")
        try folder.write("some text", to: "shards/text.json")
        let mistakes: KeyValuePairs = [
            "<logn.json>": "There is no file <logn.json>. The nearest is <login.json>.\n",
            "<qwertz.html>": "There is no file <qwertz.html>.\n",
            "<shards>": "<shards> is a folder. Name the files in it.\n",
            "<text.json>": """
            <text.json> is not a coverage report: it is not JSON.

            To fix: remove it, or name another file.

            """,
        ]
        let none =
            "coverage needs <file>.\nswift run barricade-cli coverage --help shows its options.\n"
        #expect(try await run() == ToolRun(none, code: 2))
        for (file, message) in mistakes {
            #expect(try await run("<profile.json>", file) == ToolRun(inFolder(message), code: 2))
        }
    }
}
#endif
