#if os(Linux) || os(macOS)
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarricadeCLITests {
    private let usage = """
        swift run barricade-cli <subcommand>

          coverage    shows which responses no test has been served

        barricade-cli <subcommand> --help lists what a subcommand takes.

        """

    @Test(arguments: [["help"], ["--help"], ["-h"]])
    func explainsItself(_ arguments: [String]) async throws {
        let run = try await Tool.run(arguments)
        #expect(run.text == usage)
        #expect(run.code == 0)
    }

    @Test(arguments: [
        ([], "A subcommand is missing."),
        (
            ["covrage"],
            "\"covrage\" is not a subcommand.\nDid you mean \"coverage\"? Known: \"coverage\"."
        ),
        (["--minimum", "80"], "\"--minimum\" is not a subcommand.\nKnown: \"coverage\"."),
    ]) func tellsThatItHasNoSuchSubcommand(
        _ arguments: [String], _ message: String
    ) async throws {
        let errors = try await Tool.run(arguments, reading: .errors)
        #expect(errors.text == "\(message)\n\n\(usage)")
        #expect(errors.code == 2)
        #expect(try await Tool.run(arguments, reading: .output).text == "")
    }
}
#endif
