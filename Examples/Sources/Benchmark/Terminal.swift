import Foundation

enum Terminal {
    /// Ends the process as one that failed.
    static func fail() -> Never {
        exit(EXIT_FAILURE)
    }
}
