import Foundation

/// The running program, as those see it who started it.
package enum Program {
    /// The arguments after its name; `--name=value` is two of them, like `--name value`.
    package static var arguments: [String] {
        CommandLine.arguments.dropFirst().flatMap { argument in
            guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
                return [argument]
            }
            return [String(argument[..<equals]), String(argument[equals...].dropFirst())]
        }
    }

    /// Writes at once: unlike `print`, nothing waits in a buffer when output is a pipe.
    package static func write(_ text: String, terminator: String = "\n") {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
    }

    /// Ends the program.
    ///
    /// - Parameters:
    ///   - code: The exit code.
    ///   - message: What to write to standard error.
    package static func end(_ code: Int32, saying message: String) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
        exit(code)
    }
}
