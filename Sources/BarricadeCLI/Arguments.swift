import Barricade
import Foundation

/// The arguments of a command line that have not been read yet.
struct Arguments {
    private var rest: ArraySlice<String> = []

    /// `--name=value` is two arguments, like `--name value`.
    init(_ arguments: some Sequence<String>) {
        for argument in arguments {
            guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
                rest.append(argument)
                continue
            }
            rest.append(String(argument[..<equals]))
            rest.append(String(argument[equals...].dropFirst()))
        }
    }

    /// Whether one of them asks for help.
    var askForHelp: Bool { rest.contains("--help") || rest.contains("-h") }

    mutating func next() -> String? { rest.popFirst() }

    /// Takes the value of an option.
    ///
    /// - Parameters:
    ///   - need: What the option needs, for the message: `the path of a file`.
    ///   - read: Returns `nil` for a value that cannot be used.
    mutating func value<Value>(
        of option: String, need: String, _ read: (String) -> Value?
    ) throws(Misuse) -> Value {
        guard let value = next().flatMap(read) else { throw Misuse("\(option) needs \(need).") }
        return value
    }
}

/// What is wrong with a command line, or with a file that it names.
struct Misuse: LocalizedError, CustomStringConvertible {
    let description: String
    var errorDescription: String? { description }

    init(_ description: String) {
        self.description = description
    }

    /// A word that is not known.
    ///
    /// - Parameter what: What it was taken for: `an option`.
    init(_ word: String, isNot what: String, known: [String]) {
        let known = NameSuggestion.known(nearestTo: word, among: known)
        self.init("\"\(word)\" is not \(what).\n\(known).")
    }

    /// An option that a subcommand does not have.
    init(unknownOption option: String, of subcommand: any Subcommand.Type) {
        let words = subcommand.usage.split { " \n;,".contains($0) }
        self.init(
            option, isNot: "an option of \(subcommand.name)",
            known: words.filter { $0.hasPrefix("--") }.map(String.init))
    }
}
