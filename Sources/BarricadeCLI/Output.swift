import Foundation

/// What a subcommand writes, as its options want it.
struct Output: Sendable {
    let isJSON: Bool
    let isQuiet: Bool

    init(_ words: Words? = nil) {
        isJSON = words?.has("--json") == true
        isQuiet = words?.has("--quiet") == true
    }

    /// Writes news, unless it is to be quiet or writes JSON.
    @discardableResult
    func tell(_ text: String) -> ExitCode {
        if !isQuiet, !isJSON { write(text) }
        return .good
    }

    /// Writes a report, unless it is to be quiet and all is well.
    ///
    /// - Returns: The exit code.
    @discardableResult
    func report(_ text: String, json: some Encodable, _ code: ExitCode) throws -> ExitCode {
        if isQuiet, code == .good { return code }
        guard isJSON else {
            write(text)
            return code
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        write(String(decoding: try encoder.encode(json), as: UTF8.self))
        return code
    }

    /// Writes at once: unlike `print`, nothing waits in a buffer when output is a pipe.
    private func write(_ text: String) {
        let end = text.hasSuffix("\n") ? "" : "\n"
        try? FileHandle.standardOutput.write(contentsOf: Data((text + end).utf8))
    }

    /// Writes to standard error, whatever the options.
    static func complain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}

extension Int {
    /// The number and what it counts: `1 set`, `2 sets`.
    func counted(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
