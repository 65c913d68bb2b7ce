import Barricade
import BarricadeCommon
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
        let sets = try ResponseSet.sets(in: .directory(folder))
        let export = try HARExport(of: sets)
        let bodies = sets.flatMap(\.responses).flatMap(CannedBody.all).compactMap(\.file)
        try export.data.write(
            to: file,
            keeping: (["barricade.json"] + bodies).map { folder.appendingPathComponent($0) })
        return try output.report(
            "\(export)", json: Report(entries: export.entryCount, excluded: export.excluded),
            export.entryCount == 0 ? .unknown : .good)
    }
}
