#if os(Linux) || os(macOS)
import Foundation
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
    ) async throws -> (text: String, code: CInt) {
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

    @Test func showsAReport() async throws {
        let run = try await run("<login.json>")
        #expect(run.text == login)
        #expect(run.code == 0)
    }

    @Test func addsReportsUp() async throws {
        let run = try await run("<login.json>", "<profile.json>", "<login.json>")
        #expect(
            run.text == """
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

                """)
        #expect(run.code == 0)
    }

    // MARK: The minimum

    @Test(arguments: [["--minimum", "50"], ["--minimum=50"], ["--minimum", "0"]])
    func isContentAtTheMinimum(_ options: [String]) async throws {
        let run = try await Tool.run(["coverage", inFolder("<login.json>")] + options)
        #expect(run.text == login)
        #expect(run.code == 0)
    }

    @Test func failsBelowTheMinimum() async throws {
        let errors = try await run("--minimum", "50.5", "<login.json>", reading: .errors)
        #expect(errors.text == "50 % is less than the minimum, 50.5 %.\n")
        #expect(errors.code == 1)
        let output = try await run("--minimum", "50.5", "<login.json>", reading: .output)
        #expect(output.text == login)
    }

    // MARK: The page

    @Test func writesAPageToo() async throws {
        let run = try await run("<login.json>", "--html", "<page.html>", "--minimum", "80")
        #expect(run.code == 1)
        #expect(run.text.contains("Never served:"))
        let page = try folder.read("page.html")
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        #expect(page.contains("<h3>Login <span class=\"place\">LoginTests.swift:9</span></h3>"))
    }

    @Test func tellsThatThePageCannotBeWritten() async throws {
        try folder.write("a file", to: "file")
        let errors = try await run(
            "<login.json>", "--html", "<file>/page.html", reading: .errors)
        #expect(errors.text.hasPrefix(inFolder("<file>/page.html cannot be written: ")))
        #expect(errors.code == 2)
    }

    // MARK: JSON, and silence

    @Test func printsTheSumAsAReport() async throws {
        let sum = try await run("<login.json>", "<profile.json>", "--json", reading: .output)
        #expect(sum.code == 0)
        try folder.write(sum.text, to: "sum.json")
        #expect(
            try await run("<sum.json>").text == run("<login.json>", "<profile.json>").text)
    }

    @Test func isQuietWhileAllIsWell() async throws {
        let good = try await run("<login.json>", "--minimum", "50", "--quiet")
        #expect(good.text == "")
        let bad = try await run("<login.json>", "--minimum", "51", "--quiet", reading: .output)
        #expect(bad.text == login)
    }

    // MARK: Misuse

    @Test(arguments: ["a lot", "101", "nan", "-1"])
    func wantsAPercentage(_ text: String) async throws {
        let errors = try await run("a.json", "--minimum", text, reading: .errors)
        #expect(errors.text.hasPrefix("--minimum needs a number from 0 to 100.\n"))
        #expect(errors.code == 2)
    }

    @Test(arguments: [
        ("<logn.json>", "There is no file <logn.json>. The nearest is <login.json>.\n"),
        ("<qwertz.html>", "There is no file <qwertz.html>.\n"),
        ("<shards>", "<shards> is a folder. Name the files in it.\n"),
        (
            "<text.json>",
            """
            <text.json> is not a coverage report: it is not JSON.

            To fix: remove it, or name another file.

            """
        ),
    ]) func tellsWhatIsWrongWithAFile(_ file: String, _ message: String) async throws {
        try folder.write("some text", to: "text.json")
        try folder.write("some text", to: "shards/text.json")
        let run = try await run("<profile.json>", file)
        #expect(run.text == inFolder(message))
        #expect(run.code == 2)
    }
}
#endif
