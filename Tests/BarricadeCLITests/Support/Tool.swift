#if os(Linux) || os(macOS)
import Foundation
import Testing

/// The built program `barricade-cli`.
enum Tool {
    /// Runs it to its end, and returns what it wrote and its exit code.
    static func run(
        _ arguments: [String], reading: ChildProcess.Reading = .both
    ) async throws -> (text: String, code: CInt) {
        try await ChildProcess(try path(), arguments, reading: reading).end()
    }

    /// It lies beside the tests.
    private static func path() throws -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        let path = folder.appendingPathComponent("barricade-cli").path
        try #require(FileManager.default.isExecutableFile(atPath: path))
        return path
    }
}
#endif
