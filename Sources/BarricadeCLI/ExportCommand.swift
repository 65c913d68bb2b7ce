import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

/// Writes the sets of a folder as a HAR file.
struct ExportCommand: Subcommand {
    static let usage = Usage(
        "export", "<folder>", "<HAR>", summary: "writes the sets of a folder as a HAR 1.2 file",
        options: [],
        examples: ["export Responses traffic.har", "export Responses traffic.har --json"])

    private struct Report: Encodable {
        let entries: Int
        let excluded: [String]
    }

    private let folder: URL
    private let file: URL

    init(_ words: CommandWords) throws(Misuse) {
        (folder, file) = (words.file(0), words.file(1))
    }

    func run(_ output: Output) throws -> ExitCode {
        try folder.checkForSets()
        let export = try HARExport(of: ResponseSet.sets(in: .directory(folder)))
        try export.data.write(
            to: file, keeping: [folder.appendingPathComponent("barricade.json")])
        return try output.report(
            "\(export)", json: Report(entries: export.entryCount, excluded: export.excluded),
            export.entryCount == 0 ? .unknown : .good)
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
        let isFile = FileStatus(file.path)?.isRegular ?? true
        do {
            try write(to: file, options: isFile ? .atomic : [])
        } catch {
            throw Misuse("\(file.path) cannot be written: \(error.localizedDescription)")
        }
    }
}
