import Foundation
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where the demo is read and written to.
enum Terminal {
    /// Whether somebody sits there to choose; a pipe or a CI job has nobody.
    static let isInteractive = isatty(STDIN_FILENO) == 1

    /// Whether what is written may be coloured and erased.
    private static let hasStyle: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let isPlain = [nil, "", "dumb"].contains(environment["TERM"])
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && !isPlain
    }()

    /// Writes at once: unlike `print`, nothing waits in a buffer when output is a pipe.
    static func write(_ text: String, terminator: String = "\n") {
        try? FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
    }

    /// Empties the window, where it is one.
    static func clear() {
        if hasStyle { write("\u{1B}[2J\u{1B}[H", terminator: "") }
    }

    /// Ends the process with a failure that scripts can see.
    static func fail() -> Never {
        exit(1)
    }

    static func bold(_ text: String) -> String { styled(text, "1") }
    static func faint(_ text: String) -> String { styled(text, "2") }
    static func marked(_ text: String) -> String { styled(text, "1;32") }
    static func alarming(_ text: String) -> String { styled(text, "1;31") }

    private static func styled(_ text: String, _ code: String) -> String {
        hasStyle ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
