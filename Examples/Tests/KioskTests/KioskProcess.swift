#if os(macOS) || os(Linux)
import Foundation

/// The bookshop's kiosk in a process of its own.
final class KioskProcess: Sendable {
    private let process: Process
    private let input: FileHandle
    /// What it writes, a line at a time.
    private let lines: AsyncStream<String>

    /// Launches it, with more in its environment.
    init(environment: [String: String]) throws {
        process = Process()
        process.executableURL = Self.products.appendingPathComponent("Kiosk")
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        self.input = input.fileHandleForWriting
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        try process.run()
        let reader = output.fileHandleForReading
        Thread.detachNewThread {
            var text = ""
            while case let data = reader.availableData, !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
                while let end = text.firstIndex(of: "\n") {
                    continuation.yield(String(text[..<end]))
                    text = String(text[text.index(after: end)...])
                }
            }
            continuation.finish()
        }
    }

    /// Opens a page, as a person would tap it.
    func open(_ title: String) throws {
        try input.write(contentsOf: Data("\(title)\n".utf8))
    }

    /// What the next page shows; `nil` if the kiosk has ended.
    func nextScreen() async -> String? {
        await lines.first { _ in true }
    }

    /// Ends it, and returns its exit code.
    func end() throws -> Int32 {
        try input.close()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The folder in which the package's programs are built: that of the tests.
    private static var products: URL {
        #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #else
        let tests = Bundle.main.executableURL
        #endif
        return (tests ?? Bundle.main.bundleURL).deletingLastPathComponent()
    }
}
#endif
