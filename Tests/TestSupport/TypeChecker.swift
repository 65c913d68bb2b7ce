#if os(Linux)
/// The compiler as a test uses it: it finds errors, and makes nothing.
enum TypeChecker {
    /// An error, with the file and the line that the source names.
    struct Finding: CustomStringConvertible {
        let file: String
        let line: Int
        let message: String

        var description: String { "\(file):\(line): \(message)" }
    }

    /// Returns the errors in files of one module, which may import the modules of this build.
    static func errors(in texts: [String]) async throws -> [Finding] {
        let folder = try ScratchFolder()
        let names = texts.indices.map { "File\($0).swift" }
        for (name, text) in zip(names, texts) { try folder.write(text, to: name) }
        let modules = URL(fileURLWithPath: ChildProcess.ownProgram)
            .deletingLastPathComponent().appendingPathComponent("Modules")
        let compiler = try ChildProcess(
            "/usr/bin/env",
            ["swiftc", "-typecheck", "-wmo", "-swift-version", "6", "-D", "DEBUG"]
                + ["-enable-upcoming-feature", "MemberImportVisibility", "-suppress-warnings"]
                + ["-diagnostic-style", "llvm", "-I", modules.path]
                + names.map { folder.file($0).path },
            reading: .errors)
        let (text, _) = await compiler.end()
        return text.matches(of: /(?m)^(.+?):(\d+):\d+: error: (.*)$/).map { match in
            let file = String(match.1).replacing("\(folder.url.path)/", with: "")
            return Finding(file: file, line: Int(match.2) ?? 0, message: String(match.3))
        }
    }
}
#endif
