import Foundation
import Testing

/// The built program `Sets`.
struct SetsProgram {
    struct Run: Sendable {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs it to its end.
    static func run(_ arguments: String...) async throws -> Run { try await run(arguments) }

    static func run(_ arguments: [String]) async throws -> Run {
        let program = Process()
        program.executableURL = try url()
        program.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (program.standardOutput, program.standardError) = (output, errors)
        try program.run()
        // Read on threads of their own, for a pipe that is full would stop the program.
        async let outputText = text(of: output)
        async let errorText = text(of: errors)
        let texts = try await (outputText, errorText)
        program.waitUntilExit()
        return Run(code: program.terminationStatus, output: texts.0, errors: texts.1)
    }

    private static func text(of pipe: Pipe) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
                        return String(decoding: data, as: UTF8.self)
                    })
            }
        }
    }

    /// It lies beside the tests.
    private static func url() throws -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        let folder =
            bundle.bundlePath.hasSuffix(".xctest")
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
        let program = folder.appendingPathComponent("Sets")
        try #require(FileManager.default.isExecutableFile(atPath: program.path))
        return program
    }
}
