import Barricade
import Testing

@testable import TestSupport

/// Measures how long inputs take, ends the process at one that never comes to an end, and leaves
/// the number of one that ends the process in a file.
final class FuzzingWatch: Sendable {
    private static let patience = 30.0

    private let current = Locked<(number: Int, since: Date)?>(nil)
    private let done = DispatchSemaphore(value: 0)
    private let label: String
    private let path: String
    private let file: Int32

    init(of parser: FuzzedParser, in run: FuzzingRun) throws {
        let label = "\(parser.name), seed \(run.seed), input "
        self.label = label
        let name = "BarricadeFuzzing \(parser.name) \(ProcessInfo.processInfo.processIdentifier)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
        try #require(file >= 0, "\(path) cannot be written")
        Thread { [current, done] in
            while done.wait(timeout: .now() + 0.5) == .timedOut {
                if let (number, since) = current.current,
                    since.timeIntervalSinceNow < -Self.patience
                {
                    fatalError("\(label)\(number) has taken longer than \(Self.patience) s")
                }
            }
        }.start()
    }

    deinit {
        done.signal()
        close(file)
        unlink(path)
    }

    /// Reads an input, of which it keeps the number; throws where that takes longer than a second.
    func hurry(_ number: Int, _ body: () throws -> Void) throws {
        current.withLock { $0 = (number, Date()) }
        let note = "\(label)\(number)\n"
        pwrite(file, note, note.utf8.count, 0)
        defer { current.withLock { $0 = nil } }
        try Self.hurry(body)
    }

    /// Throws where something takes its thread longer than some seconds, whatever else the machine
    /// does.
    static func hurry(within limit: Double = 1, _ body: () throws -> Void) throws {
        let seconds = try ThreadTime.seconds(of: body)
        if seconds > limit { throw Disagreement("it takes \(seconds) s") }
    }
}
