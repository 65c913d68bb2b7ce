#if canImport(os)
import os
#else
import Foundation
#endif

/// Says a fault where a developer looks when nobody handles it: the system log, or standard error.
enum FaultReport {
    static func print(_ fault: BarricadeError) {
        #if canImport(os)
        logger.fault("\(fault.message, privacy: .public)")
        #else
        FileHandle.standardError.write(Data("Barricade: \(fault.message)\n".utf8))
        #endif
    }

    #if canImport(os)
    private static let logger = Logger(subsystem: "Barricade", category: "faults")
    #endif
}
