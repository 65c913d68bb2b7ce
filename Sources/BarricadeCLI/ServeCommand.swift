import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeRecording
import Foundation

/// Serves the sets of a folder, or of a HAR file, on a port.
struct ServeCommand: Subcommand {
    static let usage = Usage(
        "serve", "<folder or HAR>",
        summary: "answers on a port with the sets of a folder or HAR file",
        options: Port.options + [
            .init(
                "--as <url>", "the server to answer for; the one that the sets name\nunless given"),
            .init("--panel", "open the panel too, on the next free port"),
            .init("--panel-port <n>", "open the panel on this port"),
            .init(
                "--token <text>",
                "the panel's secret, so that its address stays the\nsame; other users cannot see it in the variable\n"
                    + Self.tokenVariable),
            .init("--watch", "show edits of the manifest at the next request"),
            .init("--prefer", "let requests choose: Prefer: code=404, example=gone"),
        ],
        examples: [
            "serve Responses --panel --watch",
            "serve traffic.har --port 8080 --as https://api.example.com",
        ])

    private static let tokenVariable = "BARRICADE_PANEL_TOKEN"

    private let source: URL
    private let port: Port
    private let base: String?
    private let hasPanel: Bool
    private let panelPort: UInt16?
    private let token: String?
    private let isWatching: Bool
    private let hasPreferences: Bool

    init(_ words: CommandWords) throws(Misuse) {
        source = words.file(0)
        port = try Port(words)
        base = words.value("--as")
        panelPort = try words.value("--panel-port", need: "a port, or 0 for any") { UInt16($0) }
        hasPanel = words.has("--panel") || panelPort != nil
        token = words.value("--token")
        if token != nil, !hasPanel { throw Misuse("--token needs --panel or --panel-port.") }
        isWatching = words.has("--watch")
        hasPreferences = words.has("--prefer")
        if isWatching, !source.isFolder { throw Misuse("--watch needs a folder.") }
    }

    func run(_ output: Output) async throws -> ExitCode {
        let barricade = try barricade()
        barricade.store.update { $0.routing.isRunByTool = true }
        let end = EndSignal()
        barricade.whenFolderIsReadAgain { output.say("\($0.path): read again.") }
        let server = try await barricade.serve(port: port.number, as: base, allowing: port.origins)
        if hasPreferences { barricade.register(PreferredResponse.set(of: barricade)) }
        let panel =
            hasPanel
            ? try await barricade.openPanel(
                port: panelPort ?? server.port &+ 1, orNext: panelPort == nil,
                token: token ?? ProcessInfo.processInfo.environment[Self.tokenVariable]) : nil
        try output.start(server, panel, "Serving \(barricade.sets.count.counted("set"))")
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await barricade.printRequests(output) }
            await end.wait()
            group.cancelAll()
        }
        await server.stop()
        await panel?.close()
        return .good
    }

    private func barricade() throws -> Barricade {
        guard !source.isFolder, !source.isManifest else {
            try source.checkForSets()
            return try Barricade(folder: .directory(source), watching: isWatching)
        }
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw Misuse(
                missing: source, "folder or file",
                fix: "Make a folder with import or record, or name a HAR file.")
        }
        // Nothing is saved, so nothing needs redaction.
        return Barricade(try HARArchive(contentsOf: source) { $0.redaction = nil })
    }
}

extension Barricade {
    /// Prints each request as it ends, and again if its client did not get all, until the task is
    /// cancelled.
    func printRequests(_ output: Output) async {
        // Each listener costs each request.
        guard output.hasProgress else { return }
        for await event in requestEvents {
            switch event {
            case .began: break
            case .ended(let request), .differed(let request): output.say("\(request)")
            }
        }
    }
}
