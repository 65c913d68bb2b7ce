import Foundation
import ProgramSupport

/// What the command line asks for.
enum Command {
    case help
    case importArchive(ImportOptions)
    case check(folder: URL)
    case drift(DriftOptions)

    static let usage = """
        swift run --package-path Examples Sets <command>

          import <file> <folder>   makes a folder of response sets from a HAR file, or adds to it
            --host <name>          only entries of this host, such as *.example.com; several add up
            --replace-ids          numbers and UUIDs in paths become :id
            --keep-delays          replies take as long as they took

          check <folder>           reads a folder, and prints the mistakes in it

          drift <folder>           compares a folder with the replies of a server
            --against <url>        the server: https://staging.example.com
            --header <field>       a header field to send: "Authorization: Bearer …"
            --value <name=value>   a value for a named path segment or a query item: id=17
            --method <method>      a method to send besides GET and HEAD: POST
            --json                 print JSON

          help                     prints this

        Exit codes: 0 if all is well; 1 if nothing was imported, there are mistakes, or replies
        differ; 2 if the command line, a file, or the server cannot be used, or a request had no
        reply to compare.
        """

    private static let names = ["import", "check", "drift", "help"]

    /// Reads a command line without the program's name.
    static func read(_ arguments: some Sequence<String>) throws(Misuse) -> Command {
        var rest = Arguments(arguments)
        if rest.askForHelp { return .help }
        guard let name = rest.next() else { throw Misuse("A command is missing.") }
        rest.usage = usage.components(separatedBy: "\n\n").first { $0.hasPrefix("  \(name)") } ?? ""
        switch name {
        case "help": return .help
        case "import": return .importArchive(try ImportOptions(&rest))
        case "check":
            let paths = try rest.paths(to: "the folder to check") { _, _ in false }
            return .check(folder: paths[0])
        case "drift": return .drift(try DriftOptions(&rest))
        default:
            throw Misuse(name, isNot: "a command", known: names)
        }
    }
}
