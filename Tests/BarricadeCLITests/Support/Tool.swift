#if os(Linux) || os(macOS)
import Barricade
import Testing

@testable import TestSupport

/// What a program wrote, and its exit code.
struct ToolRun: Sendable, Equatable {
    let text: String
    let code: CInt

    init(_ text: String, code: CInt = 0) {
        (self.text, self.code) = (text, code)
    }

    /// Waits for a program to end.
    init(_ program: ChildProcess) async {
        let (text, code) = await program.end()
        self.init(text, code: code)
    }
}

/// The built program `barricade-cli`.
enum Tool {
    /// Runs it to its end, and returns what it wrote and its exit code.
    static func run(
        _ arguments: [String], environment: [String: String] = [:],
        reading: ChildProcess.Reading = .both
    ) async throws -> ToolRun {
        await ToolRun(
            try ChildProcess(
                try path(), arguments, environment: environment, reading: reading))
    }

    /// It lies beside the tests.
    static func path() throws -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        let path = folder.appendingPathComponent("barricade-cli").path
        try #require(FileManager.default.isExecutableFile(atPath: path))
        return path
    }
}

/// The program while it serves or records, until it is sent a signal.
final class RunningTool: Sendable {
    /// The address, without a slash at its end.
    let url: String
    private let program: ChildProcess
    private let hasEnded = Locked(false)

    /// Starts it at any free port, and waits until it listens.
    init(
        _ arguments: String..., environment: [String: String] = [:],
        reading: ChildProcess.Reading = .both
    ) async throws {
        let program = try ChildProcess(
            try Tool.path(), arguments + ["--port", "0"], environment: environment,
            reading: reading)
        self.program = program
        let start = await onOwnThread { program.output.text(until: "Control-C ends it.\n") }
        guard let address = start.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+(?=\/\n)/) else {
            program.send(SIGKILL)
            _ = await program.end()
            Issue.record("It does not serve: \(start)")
            throw CancellationError()
        }
        url = String(address.output)
    }

    deinit {
        guard !hasEnded.current else { return }
        program.send(SIGKILL)
        // One that nobody waits for keeps the thread busy that waits for tests in other processes.
        Task { [program] in _ = await program.end() }
    }

    /// Waits until it has written a text, and returns all up to there.
    func output(until end: String) async -> String {
        let text = await onOwnThread { [program] in program.output.text(until: end) }
        if !text.hasSuffix(end) {
            Issue.record("It does not write \(end.debugDescription): \(text)")
        }
        return text
    }

    /// Ends it by a signal; returns what it wrote since it started, and its exit code.
    func end(by signal: CInt = SIGINT) async -> ToolRun {
        hasEnded.withLock { $0 = true }
        program.send(signal)
        return await ToolRun(program)
    }

    /// Returns what `curl` prints, and its exit code.
    func curl(_ path: String, _ options: String...) async throws -> ToolRun {
        await ToolRun(
            try ChildProcess(Self.curl, ["--silent", "--max-time", "240", url + path] + options))
    }

    private static let curl = "/usr/bin/curl"
    static let hasCurl = FileManager.default.isExecutableFile(atPath: curl)
}

extension FileHandle {
    /// Reads up to a text, or to the end; gives up when nothing has come for four minutes.
    func text(until end: String) -> String {
        var data = Data()
        var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 240_000) > 0, let next = try? read(upToCount: 1), !next.isEmpty {
            data += next
            if data.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
        }
        return String(decoding: data, as: UTF8.self)
    }
}
#endif
