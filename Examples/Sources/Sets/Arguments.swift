import Foundation
import ProgramSupport

/// The arguments of a command line that have not been read yet.
struct Arguments {
    private var rest: ArraySlice<String>
    /// The part of the program's usage about the command, which names its options.
    var usage = ""

    init(_ arguments: some Sequence<String>) {
        rest = Array(arguments)[...]
    }

    mutating func next() -> String? { rest.popFirst() }

    /// Whether one of them asks for help.
    var askForHelp: Bool { rest.contains { ["--help", "-h"].contains($0) } }

    /// Takes all that is left: paths, and options in any order.
    ///
    /// - Parameters:
    ///   - meanings: What each path is the path of, for messages.
    ///   - takeOption: Takes the value of an option; returns false if there is no such option.
    mutating func paths(
        to meanings: String..., takeOption: (String, inout Arguments) throws(Misuse) -> Bool
    ) throws(Misuse) -> [URL] {
        var paths: [URL] = []
        while let argument = next() {
            if argument.hasPrefix("-") {
                guard try takeOption(argument, &self) else {
                    throw Misuse(unknownOption: argument, usage: usage)
                }
            } else if paths.count == meanings.count || argument.isEmpty {
                throw Misuse("\"\(argument)\" is one argument too many.")
            } else {
                paths.append(URL(fileURLWithPath: argument))
            }
        }
        guard paths.count == meanings.count else {
            throw Misuse("The path of \(meanings[paths.count]) is missing.")
        }
        return paths
    }

    /// Takes the value of an option.
    mutating func value(of option: String, _ example: String) throws(Misuse) -> String {
        guard let value = next(), !value.isEmpty else {
            throw Misuse("\(option) needs a value, such as \(example).")
        }
        return value
    }

    /// Takes the value of an option in two parts.
    mutating func pair(
        of option: String, separatedBy separator: Character, _ example: String
    ) throws(Misuse) -> (name: String, value: String) {
        let parts = try value(of: option, example).split(
            separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw Misuse("\(option) needs a name and a value, such as \(example).")
        }
        return (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
    }
}
