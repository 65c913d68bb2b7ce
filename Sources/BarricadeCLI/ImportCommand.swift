import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

/// Makes a folder of sets from a HAR file, or adds to one.
struct ImportCommand: Subcommand {
    static let usage = Usage(
        "import", "<HAR>", "<folder>",
        summary: "makes a folder of sets from a HAR file, or adds to it",
        options: [
            .init("--host <name>", "only requests to this host: *.example.com; several add up"),
            .init("--replace-ids", "numbers and UUIDs in paths become :id"),
            .init("--keep-delays", "responses take as long as they took"),
        ] + RedactionOptions.options,
        examples: [
            "import traffic.har Responses",
            "import traffic.har Responses --host api.example.com --replace-ids",
        ])

    private struct Report: Encodable {
        struct PassedOver: Encodable {
            let entry, line: Int
            let request, reason: String
        }

        let sets, entries: Int
        let passedOver: [PassedOver]
        let redaction: [RedactionReport.Written]
        let files: FolderChanges.Written?
    }

    private let file: URL
    private let folder: URL
    private let hosts: [String]
    private let replacesIDs: Bool
    private let keepsDelays: Bool
    private let redaction: RedactionOptions

    init(_ words: Words) throws(Misuse) {
        (file, folder) = (words.file(0), words.file(1))
        hosts = words.all("--host")
        replacesIDs = words.has("--replace-ids")
        keepsDelays = words.has("--keep-delays")
        redaction = try RedactionOptions(words)
    }

    func run(_ output: Output) throws -> ExitCode {
        guard FileManager.default.fileExists(atPath: file.path) else { throw Misuse(missing: file) }
        let archive = try HARArchive(contentsOf: file) { options in
            options.hosts = hosts
            options.replacesIDs = replacesIDs
            options.keepsDelays = keepsDelays
            options.redaction = redaction.redaction
            options.progress = output.progress("entries")
        }
        let isEmpty = archive.responseSets.isEmpty
        let changes = isEmpty ? nil : try archive.write(to: folder)
        let written = changes.map { "\(folder.path): \($0)." } ?? "Nothing is written."
        if let report = archive.redactionReport, !isEmpty {
            redaction.checkSpelling(in: folder, report)
        }
        let redacted = archive.redactionReport.flatMap { $0.counts.isEmpty ? nil : $0 }
        let texts = ["\(archive)", redacted.map { "\($0)" }, written]
        let report = Report(
            sets: archive.responseSets.count, entries: archive.entryCount,
            passedOver: archive.passedOver.map { entry in
                Report.PassedOver(
                    entry: entry.number, line: entry.line, request: entry.request,
                    reason: entry.reason)
            },
            redaction: redacted?.written ?? [], files: changes?.written)
        return try output.report(
            texts.compactMap(\.self).joined(separator: "\n\n"), json: report,
            isEmpty ? .unknown : .good)
    }
}

extension FolderChanges {
    /// The paths of the written files, for JSON.
    struct Written: Encodable {
        let added, changed, removed: [String]
    }

    var written: Written { Written(added: added, changed: changed, removed: removed) }
}
