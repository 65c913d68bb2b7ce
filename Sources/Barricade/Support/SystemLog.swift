#if canImport(os)
import os

/// A writer of requests to the system log of Apple platforms, with a signpost for each.
package enum SystemLog {
    private static let logger = Logger(subsystem: "Barricade", category: "requests")
    private static let signposter = OSSignposter(subsystem: "Barricade", category: "requests")

    static func begin() -> Signpost {
        Signpost(state: signposter.beginInterval("Request", id: signposter.makeSignpostID()))
    }

    static func end(_ signpost: Signpost, _ line: @autoclosure () -> String) {
        let line = line()
        signposter.endInterval("Request", signpost.state, "\(line, privacy: .public)")
        logger.debug("\(line, privacy: .public)")
    }

    package static func note(_ line: String) {
        logger.notice("\(line, privacy: .public)")
    }
}

struct Signpost: @unchecked Sendable {
    // Unchecked because older SDKs do not mark the state Sendable; it is passed on, never read.
    fileprivate let state: OSSignpostIntervalState
}
#else

/// The system log of Apple platforms; other platforms have none.
package enum SystemLog {
    static func begin() -> Signpost { Signpost() }
    static func end(_ signpost: Signpost, _ line: @autoclosure () -> String) {}
    package static func note(_ line: String) {}
}

struct Signpost: Sendable {}
#endif
