#if compiler(>=6.3) && (os(Linux) || os(macOS))
import Testing

/// The process that a test runs in which needs one of its own.
enum OwnProcess {
    /// Ends the process if it is there for too long; a suite's time limit ends its tests only.
    static func mustEnd(withinMinutes minutes: Int) {
        alarm(UInt32(minutes * 60))
    }

    private struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// Ends the work of the process unless a condition is met.
    static func check(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        if !condition { throw Fault(description: message()) }
    }

    /// Does what needs a process, and writes what came of it: after `OK`, the figures.
    static func report(to path: String, of work: () async throws -> String) async throws {
        mustEnd(withinMinutes: Endurance.minutes)
        var report: String
        do {
            report = "OK\n\(try await work())"
        } catch {
            report = "\(error)"
        }
        try report.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Expects that a process has written `OK`; prints its figures if much was asked for.
    static func expectGood(_ path: String, _ title: String) throws {
        let report = try String(contentsOfFile: path, encoding: .utf8)
        #expect(report.hasPrefix("OK\n"), "\(report)")
        if Endurance.scale > 1 { print("\(title): \(report)") }
    }
}
#endif
