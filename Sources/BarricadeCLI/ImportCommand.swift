import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

/// Makes a folder of sets from a HAR file or an OpenAPI document, or adds to one.
struct ImportCommand: Subcommand {
    static let usage = Usage(
        "import", "<file>", "<folder>",
        summary: "makes a folder of sets from a HAR or OpenAPI file, or adds to it",
        options: [
            .init("--host <name>", "only requests to this host: *.example.com; several add up"),
            .init("--replace-ids", "numbers and UUIDs in paths become :id"),
            .init("--keep-delays", "responses take as long as they took"),
            .init("--server <n>", "the server of an OpenAPI document, 1 unless given"),
            .init("--as <url>", "the server to answer for, whatever the document says"),
            .init("--allow-missing", "exit with 0 though bodies are missing, or do not fit"),
        ] + RedactionOptions.options,
        examples: [
            "import service.json Responses",
            "import traffic.har Responses --host api.example.com --replace-ids",
        ])

    private struct Report: Encodable {
        let sets, entries: Int
        let passedOver: [PassedOver]
        /// `nil` if there are none.
        var notes: [String]?
        var missing: [PassedOver]?
        var misfits: [PassedOver]?
        var redaction: [RedactionReport.Written] = []
        var files: FolderChanges?
    }

    private let file: URL
    private let folder: URL
    private let hosts: [String]
    private let replacesIDs: Bool
    private let keepsDelays: Bool
    private let server: Int
    private let base: URL?
    private let allowsMissing: Bool
    private let redaction: RedactionOptions
    /// The options that were given and are for one kind of file only.
    private let ofArchives, ofDocuments: [String]

    init(_ words: CommandWords) throws(Misuse) {
        (file, folder) = (words.file(0), words.file(1))
        hosts = words.all("--host")
        replacesIDs = words.has("--replace-ids")
        keepsDelays = words.has("--keep-delays")
        server =
            try words.value("--server", need: "a number from 1") {
                Int($0).flatMap { $0 > 0 ? $0 : nil }
            } ?? 1
        base = try words.value("--as").map { text throws(Misuse) in try words.server(text) }
        allowsMissing = words.has("--allow-missing")
        redaction = try RedactionOptions(words)
        let names = ["--host", "--replace-ids", "--keep-delays"]
        ofArchives = (names + RedactionOptions.options.map(\.name)).filter(words.has)
        ofDocuments = ["--server", "--as", "--allow-missing"].filter(words.has)
    }

    func run(_ output: Output) throws -> ExitCode {
        guard FileManager.default.fileExists(atPath: file.path) else { throw Misuse(missing: file) }
        if file.isFolder { throw Misuse("\(file.path) is a folder, and import reads a file.") }
        return try file.withFile { try run(on: $0, output) }
    }

    private func run(on file: URL, _ output: Output) throws -> ExitCode {
        if let document = try? Data(contentsOf: file, options: .alwaysMapped),
            OpenAPISets.recognizes(document, named: file.lastPathComponent)
        {
            try check(ofArchives, areFor: "a HAR file", not: "an OpenAPI document")
            return try importDocument(document, output)
        }
        try check(ofDocuments, areFor: "an OpenAPI document", not: "a HAR file")
        let archive = try HARArchive(contentsOf: file) { options in
            options.hosts = hosts
            options.replacesIDs = replacesIDs
            options.keepsDelays = keepsDelays
            options.redaction = redaction.redaction
            options.progress = output.progress("entries")
        }
        let redacted = archive.redactionReport.flatMap { $0.counts.isEmpty ? nil : $0 }
        let report = Report(
            sets: archive.setCount, entries: archive.entryCount,
            passedOver: archive.passedOver, notes: archive.notes.isEmpty ? nil : archive.notes,
            redaction: output.isJSON ? redacted?.written ?? [] : [])
        return try finish(["\(archive)", redacted.map { "\($0)" }], report, output) {
            let changes = try archive.write(to: folder)
            if let report = archive.redactionReport {
                redaction.checkSpelling(in: folder, report)
            }
            return changes
        }
    }

    private func check(
        _ options: [String], areFor kind: String, not other: String
    ) throws(Misuse) {
        guard let option = options.first else { return }
        throw Misuse(
            "\(option) is for \(kind), and \(file.lastPathComponent) is \(other).",
            fix: "Leave out \(options.joined(separator: " and ")).")
    }

    private func importDocument(_ document: Data, _ output: Output) throws -> ExitCode {
        let sets = try ResponseSet.sets(fromOpenAPI: document) { options in
            options.server = server
            options.base = base
            options.progress = output.progress("paths")
        }
        let report = Report(
            sets: sets.responseSets.count, entries: sets.operationCount,
            passedOver: sets.passedOver, missing: sets.missing, misfits: sets.misfits)
        let isWhole = sets.shortcomings == nil
        // Quiet output, too, tells of missing bodies.
        let text = output.isQuiet ? sets.shortcomings ?? "" : "\(sets)"
        return try finish(
            [text], report, output, isWhole || allowsMissing ? .good : .bad
        ) { try sets.write(to: folder) }
    }

    /// Writes the sets, if there are any, and reports.
    private func finish(
        _ texts: [String?], _ report: Report, _ output: Output, _ code: ExitCode = .good,
        write: () throws -> FolderChanges
    ) throws -> ExitCode {
        var report = report
        let changes = report.sets == 0 ? nil : try write()
        report.files = changes
        let written = changes.map { "\(folder.path): \($0)." } ?? "Nothing is written."
        return try output.report(
            (texts.compactMap(\.self) + [written]).joined(separator: "\n\n"), json: report,
            changes == nil ? .unknown : code)
    }
}
