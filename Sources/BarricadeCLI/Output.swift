import Barricade
import BarricadePanel
import Foundation

/// The output of a subcommand, subject to `--json` and `--quiet`.
struct Output: Sendable {
    let isJSON: Bool
    let isQuiet: Bool

    init(_ words: CommandWords? = nil) {
        isJSON = words?.has("--json") == true
        isQuiet = words?.has("--quiet") == true
    }

    /// Whether it has lines of progress.
    var hasProgress: Bool { !isQuiet && !isJSON }

    /// Writes a line of progress, unless the output is quiet or JSON.
    @discardableResult
    func say(_ text: @autoclosure () -> String) -> ExitCode {
        if hasProgress { try? write(text().printable) }
        return .good
    }

    /// Writes a report, unless the output is quiet and there is no problem.
    ///
    /// - Throws: `Misuse` if it cannot be written, such as to a full disk.
    /// - Returns: The exit code.
    @discardableResult
    func report(_ text: String, json: some Encodable, _ code: ExitCode) throws -> ExitCode {
        if isQuiet, code == .good { return code }
        guard isJSON else {
            try write(text.printable)
            return code
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try write(String(decoding: try encoder.encode(json), as: UTF8.self))
        return code
    }

    /// Writes at once: unlike `print`, it does not buffer when output is a pipe.
    private func write(_ text: String) throws(Misuse) {
        let end = text.hasSuffix("\n") ? "" : "\n"
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + end).utf8))
        } catch {
            throw Misuse("The output cannot be written: \(error.localizedDescription)")
        }
    }

    /// Returns a closure that shows progress in one line of a terminal; `nil` without a terminal.
    func progress(_ noun: String) -> (@Sendable (_ done: Int, _ count: Int) -> Void)? {
        guard !isQuiet, isatty(STDERR_FILENO) != 0 else { return nil }
        return { done, count in
            let text = "\r\(done) of \(count) \(noun)" + (done == count ? "\n" : "")
            try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        }
    }

    /// Writes to standard error, whatever the options.
    static func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text.printable)\n".utf8))
    }
}

extension Output {
    private struct Start: Encodable {
        let url: URL
        let panel: URL?
    }

    /// Writes the addresses of a server and its panel; in JSON, that is the first line.
    func start(_ server: BarricadeServer, _ panel: Panel?, _ what: String) throws {
        let second = panel.map { "\nChoose what it answers at \($0.url)" } ?? ""
        if isJSON {
            try report("", json: Start(url: server.url, panel: panel?.url), .good)
        } else {
            say("\(what) at \(server.url)\(second)\nControl-C ends it.\n")
        }
    }
}

extension Data {
    /// Writes the whole file or nothing; a device or a pipe is written to, never replaced.
    ///
    /// - Parameter inputs: The files that it was made from, which nothing takes the place of.
    func write(to file: URL, keeping inputs: [URL]) throws(Misuse) {
        let paths = inputs.map { $0.resolvingSymlinksInPath().path }
        guard !paths.contains(file.resolvingSymlinksInPath().path) else {
            throw Misuse("\(file.path) is read for this.", fix: "Name another file to write.")
        }
        if file.isFolder {
            throw Misuse("\(file.path) is a folder.", fix: "Name a file to write.")
        }
        let isFile = FileStatus(file.path)?.isRegular ?? true
        do {
            try write(to: file, options: isFile ? .atomic : [])
        } catch {
            throw Misuse("\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }
}

extension String {
    /// The text with control characters as escapes, `\u{1B}`: files from elsewhere may hold some that
    /// a terminal carries out.
    fileprivate var printable: String {
        let scalars = unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control && !"\n\t".unicodeScalars.contains(scalar)
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return scalars.joined()
    }
}
