import Foundation

/// Where the app is used.
enum Terminal {
    enum ExitCode: Int32 {
        case failure = 1
        case misuse = 2
    }

    /// Whether somebody sits there; a pipe or a CI job has nobody.
    static let isInteractive = isatty(STDIN_FILENO) == 1

    /// Writes at once: unlike `print`, nothing waits in a buffer when output is a pipe.
    static func write(_ text: String, terminator: String = "\n") {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
    }

    static func exit(_ code: ExitCode) -> Never {
        Foundation.exit(code.rawValue)
    }
}
