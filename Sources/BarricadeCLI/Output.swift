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
