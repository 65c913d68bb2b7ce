import Foundation
import ProgramSupport

/// The arguments of a command line that have not been read yet.
struct Arguments {
    private var rest: ArraySlice<String>

    init(_ arguments: some Sequence<String>) {
        rest = Array(arguments)[...]
    }

    mutating func next() -> String? { rest.popFirst() }

    /// Takes a path.
    ///
    /// - Parameter meaning: What it is the path of, for a message.
    mutating func path(_ meaning: String) throws(Misuse) -> URL {
        guard let path = next(), !path.isEmpty, !path.hasPrefix("-") else {
            throw Misuse("The path of \(meaning) is missing.")
        }
        return URL(fileURLWithPath: path)
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

    /// Checks that nothing is left.
    mutating func end() throws(Misuse) {
        if let argument = next() { throw Misuse("\(argument) is one argument too many.") }
    }
}
