import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

/// Reports every mistake in a folder of sets, and whether it holds secrets.
struct CheckCommand: Subcommand {
    static let usage = Usage(
        "check", "<folder>", summary: "tells every mistake in a folder of sets",
        options: [
            .init(
                "--secret <variable>",
                "a variable of the environment whose value must be\nin no file; several add up")
        ],
        examples: ["check Responses", "check Responses --secret STAGING_PASSWORD --quiet"])

    private struct Report: Encodable {
        let sets: Int
        let responses: Int
        let mistakes: [String]
    }

    private let folder: URL
    private let secrets: [String]

    init(_ words: CommandWords) throws(Misuse) {
        folder = words.file(0)
        var secrets: [String] = []
        for name in words.all("--secret") {
            guard let secret = ProcessInfo.processInfo.environment[name] else {
                throw Misuse("--secret \(name): the environment has no such variable.")
            }
            secrets.append(secret)
        }
        self.secrets = secrets
    }

    func run(_ output: Output) throws -> ExitCode {
        try folder.checkForSets()
        var sets: [ResponseSet] = []
        var (mistakes, hasMore): ([String], Bool) = ([], false)
        do {
            let barricade = try Barricade(folder: .directory(folder)) { $0.faultHandler = { _ in } }
            sets = barricade.sets
            mistakes = barricade.validate().map(\.message)
        } catch {
            // The error has the first of them.
            (mistakes, hasMore) = ManifestFolder(folder).mistakes()
            if mistakes.isEmpty { mistakes = [error.message] }
        }
        do {
            if !secrets.isEmpty { try Redaction.verify(folder, secrets: secrets) }
        } catch {
            guard error.code == .secretInFile else { throw error }
            mistakes.append(error.message)
        }
        let responses = sets.map(\.responses.count).reduce(0, +)
        let isEmpty = sets.isEmpty && mistakes.isEmpty
        let count = (hasMore ? "more than " : "") + mistakes.count.counted("mistake")
        let found = mistakes.isEmpty ? "no mistakes" : count
        let counts =
            isEmpty
            ? "The folder \(folder.path) has no sets."
            : "\(sets.count.counted("set")), \(responses.counted("response")): \(found)."
        return try output.report(
            (mistakes + [counts]).joined(separator: "\n"),
            json: Report(sets: sets.count, responses: responses, mistakes: mistakes),
            isEmpty ? .unknown : mistakes.isEmpty ? .good : .bad)
    }
}
