#if canImport(os)
import os
#else
import Foundation
#endif

/// The default report of faults: to the system log, or to standard error.
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
