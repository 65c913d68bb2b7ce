#if canImport(os)
import os

/// A writer to the system log of Apple platforms: faults, and requests with a signpost for each.
package enum SystemLog {
    private static let faults = Logger(subsystem: "Barricade", category: "faults")
    private static let requests = Logger(subsystem: "Barricade", category: "requests")
    private static let signposter = OSSignposter(subsystem: "Barricade", category: "requests")

    /// Writes a fault.
    static func report(_ fault: BarricadeError) {
        faults.fault("\(fault.message, privacy: .public)")
    }

    /// Begins the signpost of a request; `nil` while nobody records signposts.
    static func begin() -> Signpost? {
        guard signposter.isEnabled else { return nil }
        return Signpost(
            state: signposter.beginInterval("Request", id: signposter.makeSignpostID()))
    }

    /// Ends the signpost of a request, and writes a line about it; made only while either is read.
    static func end(_ signpost: Signpost?, _ line: @escaping () -> String) {
        if let signpost {
            signposter.endInterval("Request", signpost.state, "\(line(), privacy: .public)")
        }
        requests.debug("\(line(), privacy: .public)")
    }

    package static func note(_ line: String) {
        requests.notice("\(line, privacy: .public)")
    }
}

struct Signpost: @unchecked Sendable {
    // Unchecked because older SDKs do not mark the state Sendable; it is passed on, never read.
    fileprivate let state: OSSignpostIntervalState
}
#else
import Foundation

/// Standard error gets the faults; requests are logged on Apple platforms only.
package enum SystemLog {
    static func report(_ fault: BarricadeError) {
        FileHandle.standardError.write(Data("Barricade: \(fault.message)\n".utf8))
    }

    static func begin() -> Signpost? { nil }
    static func end(_ signpost: Signpost?, _ line: () -> String) {}
    package static func note(_ line: String) {}
}

struct Signpost: Sendable {}
#endif
