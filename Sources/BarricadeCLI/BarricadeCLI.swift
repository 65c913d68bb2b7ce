import Foundation

/// The tool `barricade-cli`.
///
/// Each subcommand has its own file, and is listed here.
@main
enum BarricadeCLI {
    /// The command that runs the tool.
    static let call = "swift run barricade-cli"

    private static let subcommands: [any Subcommand.Type] = [
        CheckCommand.self, ServeCommand.self, ImportCommand.self, ExportCommand.self,
        RecordCommand.self, DriftCommand.self, CoverageCommand.self,
    ]

    private static let usage = """
        \(call) <subcommand>

        \(Usage.columns(subcommands.map { ("  \($0.usage.title)", $0.usage.summary) }))

        \(call) <subcommand> --help shows its options and examples.

        \(ExitCode.table)
        """

    static func main() async {
        // If the reader of a pipe exits, a recording continues and is saved.
        signal(SIGPIPE, SIG_IGN)
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst())).rawValue)
        } catch {
            Output.complain((error as? any LocalizedError)?.errorDescription ?? "\(error)")
            exit(ExitCode.unusable.rawValue)
        }
    }

    private static func run(_ arguments: [String]) async throws -> ExitCode {
        var words = arguments.filter { !["--help", "-h"].contains($0) }
        // A folder may be called help.
        if words.first == "help" { words.removeFirst() }
        let asksForHelp = words.count < arguments.count
        guard let name = words.first else {
            guard asksForHelp else {
                throw Misuse("A subcommand is missing.", fix: "\(call) --help lists them.")
            }
            return Output().say(usage)
        }
        guard let subcommand = subcommands.first(where: { $0.usage.name == name }) else {
            let names = subcommands.map { $0.usage.name }
            throw Misuse(name, isNot: "a subcommand", of: names, fix: "\(call) --help lists them.")
        }
        if asksForHelp { return Output().say(subcommand.usage.help) }
        let commandWords = try CommandWords(words.dropFirst(), for: subcommand.usage)
        let command: any Subcommand = try subcommand.init(commandWords)
        return try await command.run(Output(commandWords))
    }
}

/// A subcommand of the tool, with its own name, operands and options.
protocol Subcommand: Sendable {
    static var usage: Usage { get }

    init(_ words: CommandWords) throws(Misuse)

    /// - Throws: An error whose description is printed; the exit code is then
    ///   ``ExitCode/unusable``.
    func run(_ output: Output) async throws -> ExitCode
}

/// The exit codes of all subcommands.
enum ExitCode: Int32, CaseIterable {
    case good = 0
    case bad = 1
    case unusable = 2
    case unknown = 3

    private var meaning: String {
        switch self {
        case .good: "done, and all is well"
        case .bad:
            "done, and not all is well: mistakes, differences, refused replies, missing\n"
                + "bodies, low coverage"
        case .unusable: "not done: an option, a file, a folder, a port or a server cannot be used"
        case .unknown: "nothing, or with drift's --require-all too little, could be looked at"
        }
    }

    static let table =
        "Exit codes:\n" + Usage.columns(allCases.map { ("  \($0.rawValue)", $0.meaning) })
}
