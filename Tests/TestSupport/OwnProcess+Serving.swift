#if compiler(>=6.3) && os(Linux)
import Barricade

extension OwnProcess {
    /// Lets clients ask a server, and stops it; returns the figures.
    ///
    /// - Parameters:
    ///   - threads: How many threads Dispatch and Swift's concurrency may keep for next time.
    ///   - stop: Stops the server, once its clients are gone.
    /// - Throws: A fault if anything is left of the requests or of the server.
    static func serve(
        _ requests: Int, threads: Int, _ clients: () async throws -> Void,
        stopping stop: () async throws -> Void
    ) async throws -> String {
        let (before, start) = (try await ProcessUse.settled(), ContinuousClock.now)
        try await clients()
        let time = start.duration(to: .now)
        let after = try await ProcessUse.settled(threads: before.threads + threads)
        try check(after.descriptors == before.descriptors, "descriptors: \(before) then \(after)")
        try check(after.threads <= before.threads + threads, "threads: \(before) then \(after)")
        try check(after.memory < before.memory + 32_768, "memory: \(before) then \(after)")
        try await stop()
        // Two listeners, the two ends that wake the thread, and the eight in reserve.
        let stopped = ProcessUse.current
        try check(stopped.descriptors == after.descriptors - 12, "\(after), stopped: \(stopped)")
        return """
            \(requests) in \(time), \(Int(Double(requests) / (time / .seconds(1)))) a second
            before: \(before)
            after: \(after)
            stopped: \(stopped)

            """
    }
}
#endif
