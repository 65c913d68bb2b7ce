import Barricade
import BarricadeCommon
import BarricadeFolder
import BarricadePanel
import BarricadeRecording
import Foundation

/// Lets requests through to a server, and keeps its replies in a folder of sets.
struct RecordCommand: Subcommand {
    static let usage = Usage(
        "record", "<server>", "<folder>",
        summary: "lets requests through to a server, and keeps its replies in a folder",
        options: Port.options + [
            .init("--as <url>", "the server that the sets name, in place of this one"),
            .init("--volatile <path>", "a place in JSON that differs each time: $..updatedAt"),
            .init("--save-every <seconds>", "the longest time between two saves; 10 unless given"),
        ] + RedactionOptions.options,
        examples: [
            "record https://api.example.com Responses",
            "record http://localhost:3000 Responses --as https://api.example.com",
        ])

    private struct Report: Encodable {
        let recorded, repeated, cut, failed, refused: Int
        /// `nil` if there are none.
        let notes: [String]?
        let redaction: [RedactionReport.Written]
    }

    private let server: URL
    private let alias: ServerAlias?
    private let folder: URL
    private let port: Port
    private let volatilePaths: [Redaction.Path]
    private let interval: Duration
    private let redaction: RedactionOptions
    /// The files written since the start.
    private let changes = Locked<FolderChanges?>(nil)

    init(_ words: CommandWords) throws(Misuse) {
        let server = try words.server(words.operand(0))
        guard ["", "/"].contains(server.path) else {
            throw Misuse(
                "\(server) has a path, and the requests of a client have theirs.",
                fix: "Name the server alone, and have the client ask for the whole path.")
        }
        self.server = server
        alias = try words.value("--as").map { text throws(Misuse) in
            ServerAlias(of: server, as: try words.server(text))
        }
        folder = words.file(1)
        port = try Port(words)
        volatilePaths = try words.paths("--volatile")
        let seconds = try words.value("--save-every", need: "a number of seconds") {
            Int($0).flatMap { $0 > 0 ? $0 : nil }
        }
        interval = .seconds(seconds ?? 10)
        redaction = try RedactionOptions(words)
    }

    func run(_ output: Output) async throws -> ExitCode {
        let end = EndSignal()
        let barricade = Barricade { $0.unmatchedPolicy = .passThrough }
        if folder.hasSets { try barricade.register(folder: .directory(folder)) }
        // Otherwise the sets would answer instead of the server.
        for set in barricade.sets { try barricade.setMode(.recording, for: set.name) }
        let recording = barricade.record(.live) { settings in
            settings.earlierFolder = folder.hasSets ? folder : nil
            settings.redaction = redaction.redaction
            settings.alias = alias
            settings.volatilePaths = volatilePaths
            settings.keepsInOrder = true
        }
        let printer = ReplyPrinter(output)
        let registration = barricade.registration(of: printer)
        defer { withExtendedLifetime((printer, registration)) {} }
        let proxy = try await barricade.serve(
            port: port.number, as: server.absoluteString, allowing: port.origins)
        // Saving now reports a folder that cannot be written before there is anything to lose.
        try save(recording)
        guard FileManager.default.isWritableFile(atPath: folder.path) else {
            throw Misuse("The folder \(folder.path) can be read only.")
        }
        try output.start(proxy, nil, "Recording \(server)")
        let saving = Task { await saveAgainAndAgain(recording, output) }
        await end.wait()
        saving.cancel()
        await saving.value
        await proxy.stop()
        recording.waitForReplies()
        recording.stop()
        return try finish(recording, output)
    }

    /// Saves new replies.
    ///
    /// - Returns: The changes since the start.
    @discardableResult
    private func save(_ recording: Recording) throws(BarricadeError) -> FolderChanges {
        let new = try recording.save(to: folder)
        return changes.withLock { known in
            var all = known ?? new
            all.added = Set(all.added + new.added).sorted()
            all.changed = Set(all.changed + new.changed).subtracting(all.added).sorted()
            known = all
            return all
        }
    }

    /// Saves new replies within a second or two, until the task is cancelled.
    ///
    /// If saving takes long, it comes less often, so that most time is left for requests.
    private func saveAgainAndAgain(_ recording: Recording, _ output: Output) async {
        var (count, pause) = (0, Duration.seconds(1))
        var (saved, fault): (FolderChanges?, String?)
        while (try? await Task.sleep(for: pause)) != nil {
            let report = recording.report
            guard report.keptCount + report.repeatedCount != count else { continue }
            let start = ContinuousClock.now
            do {
                let changes = try save(recording)
                if changes != saved { output.say("\(folder.path): \(changes).") }
                (count, saved, fault) = (report.keptCount + report.repeatedCount, changes, nil)
            } catch {
                // The user may fix it before the next save.
                if error.message != fault { Output.complain(error.message) }
                fault = error.message
            }
            pause = min(interval, max(.seconds(1), start.duration(to: .now) * 3))
        }
    }

    /// Makes a folder for temporary files that no one else can have made, or can read.
    private static func privateFolder() throws(Misuse) -> URL {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("barricade-recording-XXXXXX").path
        var template = Array(path.utf8CString)
        let made = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else {
            throw Misuse("\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        return URL(fileURLWithPath: made, isDirectory: true)
    }

    private func finish(_ recording: Recording, _ output: Output) throws -> ExitCode {
        let changes: FolderChanges
        do {
            changes = try save(recording)
        } catch {
            let rescue = try Self.privateFolder()
            try recording.save(to: rescue)
            throw Misuse(error.message, fix: "What was recorded is in \(rescue.path) instead.")
        }
        let report = recording.report
        if !changes.added.isEmpty { redaction.checkSpelling(in: folder, report.redaction) }
        return try output.report(
            "\(report)\n\nSaved in \(folder.path): \(changes).",
            json: Report(
                recorded: report.keptCount, repeated: report.repeatedCount, cut: report.cutCount,
                failed: report.failedCount, refused: report.refusedCount,
                notes: report.notes.isEmpty ? nil : report.notes,
                redaction: report.redaction.written),
            report.refusedCount == 0 ? .good : .bad)
    }
}
