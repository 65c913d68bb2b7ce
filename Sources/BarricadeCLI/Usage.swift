/// The operands and options of a subcommand, for reading the command line and for the help.
struct Usage: Sendable {
    /// An option; it takes a value if the value has a name.
    struct Option: Sendable {
        let name: String
        let value: String?
        let meaning: String

        /// - Parameters:
        ///   - text: The names of the option and of its value: `--port <n>`.
        ///   - meaning: The description for the help; further lines are indented.
        init(_ text: String, _ meaning: String) {
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            (name, value) = (parts[0], parts.dropFirst().first)
            self.meaning = meaning
        }

        static let json = Option("--json", "print JSON, for scripts")
        static let quiet = Option("--quiet", "print nothing while all is well")
        static let help = Option("--help", "print this")
    }

    let name: String
    /// The operands, all required; `<file>...` takes one or more.
    let operands: [String]
    let summary: String
    let options: [Option]
    /// Two command lines without the tool's name.
    let examples: [String]

    /// - Parameter options: The options besides `--json`, `--quiet` and `--help`, which all have.
    init(
        _ name: String, _ operands: String..., summary: String, options: [Option],
        examples: [String]
    ) {
        (self.name, self.operands, self.summary) = (name, operands, summary)
        self.options = options + [.json, .quiet, .help]
        self.examples = examples
    }

    /// The name and the operands: `drift <folder>`.
    var title: String { ([name] + operands).joined(separator: " ") }

    /// The second line of messages about a wrong command line.
    var hint: String { "\(BarricadeCLI.call) \(name) --help shows its options." }

    var help: String {
        let options = options.map { option in
            (
                "  " + ([option.name] + [option.value].compactMap(\.self)).joined(separator: " "),
                option.meaning
            )
        }
        let examples = examples.map { "  \(BarricadeCLI.call) \($0)" }.joined(separator: "\n")
        return """
            \(BarricadeCLI.call) \(title) [options]

            \(summary.prefix(1).uppercased())\(summary.dropFirst()).

            \(Self.columns(options))

            Examples:
            \(examples)

            \(ExitCode.table)
            """
    }

    /// Formats rows in two columns; further lines of a second cell stay in its column.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        let indent = "\n" + String(repeating: " ", count: width)
        return rows.map { first, second in
            first + String(repeating: " ", count: width - first.count)
                + second.replacing("\n", with: indent)
        }.joined(separator: "\n")
    }
}
