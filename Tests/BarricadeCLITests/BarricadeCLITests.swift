#if os(Linux) || os(macOS)
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct BarricadeCLITests {
    private static let codes = """
        Exit codes:
          0  done, and all is well
          1  done, and not all is well: mistakes, differences, refused replies, missing
             bodies, low coverage
          2  not done: an option, a file, a folder, a port or a server cannot be used
          3  nothing, or with drift's --require-all too little, could be looked at

        """

    private static let usage = """
        swift run barricade-cli <subcommand>

          check <folder>            tells every mistake in a folder of sets
          serve <folder or HAR>     answers on a port with the sets of a folder or HAR file
          import <file> <folder>    makes a folder of sets from a HAR or OpenAPI file, or adds to it
          export <folder> <HAR>     writes the sets of a folder as a HAR 1.2 file
          record <server> <folder>  lets requests through to a server, and keeps its replies in a folder
          drift <folder>            compares a folder of sets with the replies of a server
          coverage <file>...        shows which responses no test has been served

        swift run barricade-cli <subcommand> --help shows its options and examples.


        """ + codes

    private static let usageOfCheck = """
        swift run barricade-cli check <folder> [options]

        Tells every mistake in a folder of sets.

          --secret <variable>  a variable of the environment whose value must be
                               in no file; several add up
          --json               print JSON, for scripts
          --quiet              print nothing while all is well
          --help               print this

        Examples:
          swift run barricade-cli check Responses
          swift run barricade-cli check Responses --secret STAGING_PASSWORD --quiet


        """ + codes

    @Test func explainsItselfAndItsSubcommandsWithTwoExamplesEach() async throws {
        let explained: [([String], String)] = [
            (["help"], Self.usage), (["--help"], Self.usage), (["-h"], Self.usage),
            (["check", "--help"], Self.usageOfCheck), (["help", "check"], Self.usageOfCheck),
            (["check", "a", "-h"], Self.usageOfCheck),
        ]
        for (arguments, text) in explained {
            #expect(try await Tool.run(arguments) == ToolRun(text), "\(arguments)")
        }
        // A folder may have that name.
        #expect(try await Tool.run(["check", "help"]).code == 2)
        for name in ["serve", "import", "export", "record", "drift", "coverage"] {
            let run = try await Tool.run([name, "--help"])
            let examples = run.text.matches(of: try Regex("\n  swift run barricade-cli \(name) "))
            let end = run.text.hasSuffix(Self.codes)
            #expect(examples.count == 2, "\(name)")
            #expect(end, "\(name)")
            #expect(run.code == 0, "\(name)")
        }
    }

    private static let mistakes: [(arguments: [String], message: String, subcommand: String)] = [
        ([], "A subcommand is missing.", ""),
        (["covrage"], #""covrage" is not a subcommand; the nearest is coverage."#, ""),
        (["chcek"], #""chcek" is not a subcommand; the nearest is check."#, ""),
        (["--minimum", "80"], #""--minimum" is not a subcommand."#, ""),
        (["check"], "check needs <folder>.", "check "),
        (["check", ""], "check needs <folder>.", "check "),
        (["check", "a", "b"], #""b" is one word too many for check <folder>."#, "check "),
        (["import", "a.har"], "import needs <folder>.", "import "),
        (
            ["drift", "a", "--agianst", "b"],
            #""--agianst" is not an option of drift; the nearest is --against."#, "drift "
        ),
        (["import", "a", "b", "--host"], "--host needs <name>.", "import "),
        (["import", "a", "b", "--host", "--json"], "--host needs <name>.", "import "),
        (["import", "a", "b", "--json=yes"], "--json takes no value.", "import "),
        (["serve", "a", "--port", "many"], "--port needs a port, or 0 for any.", "serve "),
        (
            ["drift", "a", "--header", "Accept", "--against", "http://localhost"],
            #"--header needs a name and a value: "Accept: application/json"."#, "drift "
        ),
        (
            ["drift", "a", "--against", "127.0.0.1"],
            #""127.0.0.1" is not the URL of a server, such as https://api.example.com."#, "drift "
        ),
        (["drift", "a"], "drift needs --against https://….", "drift "),
        (["coverage", "a", "--minimum", "a lot"], percentage, "coverage "),
        (["coverage", "a", "--minimum", "101"], percentage, "coverage "),
        (["coverage", "a", "--minimum", "nan"], percentage, "coverage "),
        (["coverage", "a", "--minimum", "-1"], percentage, "coverage "),
    ]
    private static let percentage = "--minimum needs a number from 0 to 100."

    @Test func tellsWhatIsWrongInTwoLines() async throws {
        for (arguments, message, subcommand) in Self.mistakes {
            let hint = subcommand.isEmpty ? "--help lists them." : "--help shows its options."
            let text = "\(message)\nswift run barricade-cli \(subcommand)\(hint)\n"
            #expect(try await Tool.run(arguments) == ToolRun(text, code: 2), "\(arguments)")
        }
    }
}
#endif
