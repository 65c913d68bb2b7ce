import Foundation

/// The tool `barricade-cli`.
///
/// Each subcommand is a file of its own, and is listed here.
@main
enum BarricadeCLI {
    private static let subcommands: [any Subcommand.Type] = [CoverageCommand.self]

    private static let usage = """
        swift run barricade-cli <subcommand>

        \(list)

        barricade-cli <subcommand> --help lists what a subcommand takes.
        """

    private static let list = subcommands.map {
        "  \($0.name.padding(toLength: 12, withPad: " ", startingAt: 0))\($0.summary)"
    }.joined(separator: "\n")

    static func main() async {
        var arguments = Arguments(CommandLine.arguments.dropFirst())
        var usage = usage
        let command: any Subcommand
        do {
            let subcommand = try subcommand(named: arguments.next())
            usage = subcommand?.usage ?? usage
            guard let subcommand, !arguments.askForHelp else {
                print(usage)
                return
            }
            command = try subcommand.init(&arguments)
        } catch {
            end(saying: "\(error)\n\n\(usage)")
        }
        do {
            exit(try await command.run().rawValue)
        } catch {
            end(saying: error.localizedDescription)
        }
    }

    /// Returns the subcommand of a name; `nil` if the name asks for help.
    private static func subcommand(named name: String?) throws(Misuse) -> (any Subcommand.Type)? {
        guard let name else { throw Misuse("A subcommand is missing.") }
        if ["help", "--help", "-h"].contains(name) { return nil }
        guard let subcommand = subcommands.first(where: { $0.name == name }) else {
            throw Misuse(name, isNot: "a subcommand", known: subcommands.map { $0.name })
        }
        return subcommand
    }

    private static func end(saying message: String) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(ExitCode.misuse.rawValue)
    }
}

/// A part of the tool with a name, options and an exit code of its own.
protocol Subcommand: Sendable {
    static var name: String { get }
    /// One line for the tool's help.
    static var summary: String { get }
    /// The help; options that it names are the known ones.
    static var usage: String { get }

    init(_ arguments: inout Arguments) throws(Misuse)

    /// - Throws: An error whose localized description is for people; the exit code is then that of
    ///   misuse.
    func run() async throws -> ExitCode
}

/// The exit codes of all subcommands.
enum ExitCode: Int32 {
    case success = 0
    /// The tool did its work, and what it has looked at is not as it should be.
    case notWell = 1
    /// The command line, or a file, is unusable.
    case misuse = 2
}
