#if os(Linux) && compiler(>=6.3)
import Testing

@testable import TestSupport

/// What is written first compiles, or the compiler says what to write.
///
/// The messages are those of Swift 6.3. One process checks all tries, in less than a second.
@Suite(.timeLimit(.minutes(10))) struct FirstTriesTests {
    @Test func compileOrSayWhatToWrite() async throws {
        let folder = try ScratchFolder()
        try folder.write(FirstTry.context, to: "Context.swift")
        for (number, firstTry) in FirstTry.all.enumerated() {
            try folder.write(firstTry.file(number: number), to: "Try\(number).swift")
        }
        let compiler = try ChildProcess(
            "/usr/bin/env",
            ["swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-diagnostic-style", "llvm"]
                + ["-I", Self.modules.path, folder.file("Context.swift").path]
                + FirstTry.all.indices.map { folder.file("Try\($0).swift").path },
            reading: .errors)
        let (text, code) = await compiler.end()
        #expect(code == 1)
        var found: [Int: Set<String>] = [:]
        for match in text.matches(of: /\/(Try(\d+)|\w+)\.swift:\d+:\d+: error: (.*)/) {
            found[Int(match.2 ?? "") ?? -1, default: []].insert(String(match.3))
        }
        #expect(found[-1, default: []].isEmpty)
        for (number, firstTry) in FirstTry.all.enumerated() {
            #expect(found[number, default: []].sorted() == firstTry.errors, "\(firstTry.code)")
        }
    }

    /// The modules of this build lie beside the tests.
    private static let modules = URL(fileURLWithPath: ChildProcess.ownProgram)
        .deletingLastPathComponent().appendingPathComponent("Modules")
}
#endif
