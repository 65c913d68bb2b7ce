#if canImport(os)
import os

/// A writer to the system log of Apple platforms: faults, and a line for each request.
package enum SystemLog {
    private static let faults = Logger(subsystem: "Barricade", category: "faults")
    private static let requests = Logger(subsystem: "Barricade", category: "requests")

    /// Writes a fault.
    static func report(_ fault: BarricadeError) {
        faults.fault("\(fault.message, privacy: .public)")
    }

    /// Writes a line about a request; its text is made only if debug messages are logged.
    static func end(_ line: @escaping () -> String) {
        requests.debug("\(line(), privacy: .public)")
    }

    package static func note(_ line: String) {
        requests.notice("\(line, privacy: .public)")
    }
}
#else
import Foundation

/// Standard error gets the faults; requests are logged on Apple platforms only.
package enum SystemLog {
    static func report(_ fault: BarricadeError) {
        FileHandle.standardError.write(Data("Barricade: \(fault.message)\n".utf8))
    }

    static func end(_ line: () -> String) {}
    package static func note(_ line: String) {}
}
#endif
