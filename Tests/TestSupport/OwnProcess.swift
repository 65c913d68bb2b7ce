#if compiler(>=6.3) && (os(Linux) || os(macOS))

/// The process that a test runs in which needs one of its own.
enum OwnProcess {
    /// Ends the process if it is there for too long; a suite's time limit ends its tests only.
    static func mustEnd(withinMinutes minutes: Int) {
        alarm(UInt32(minutes * 60))
    }
}
#endif
