import Barricade
import BarricadeFolder
import BarricadeRecording
import Foundation

/// Compares the sets of a folder with the replies of a server.
struct DriftCommand: Subcommand {
    static let usage = Usage(
        "drift", "<folder>", summary: "compares a folder of sets with the replies of a server",
        options: [
            .init("--against <url>", "the server: https://staging.example.com"),
            .init("--header <field>", "a header field to send: \"Authorization: Bearer …\""),
            .init(
                "--value <name=value>",
                "a value for a path segment or query item:\nid=17, or for one set Author.id=3"),
            .init("--method <method>", "a method to send besides GET and HEAD: POST"),
            .init("--body <set=text>", "the body for one set: Orders={\"item\":1}"),
            .init("--require-all", "fail unless every set could be compared"),
        ],
        examples: [
            "drift Responses --against https://staging.example.com",
            "drift Responses --against http://localhost:8080 --value id=17 --json",
        ])

    private let folder: URL
    private let server: URL
    private let settings: DriftReport.Settings
    private let requiresAll: Bool

    init(_ words: CommandWords) throws(Misuse) {
        folder = words.file(0)
        guard let server = words.value("--against") else {
            throw Misuse("drift needs --against https://….", fix: Self.usage.hint)
        }
        self.server = try words.server(server)
        var settings = DriftReport.Settings()
        let field = "a name and a value: \"Accept: application/json\""
        for (name, value) in try words.pairs("--header", separatedBy: ":", need: field) {
            settings.headers.append(name, value)
        }
        for (name, value) in try words.pairs("--value", separatedBy: "=", need: "id=17") {
            settings.values[name] = value
        }
        for (name, body) in try words.pairs("--body", separatedBy: "=", need: "Orders={}") {
            settings.bodies[name] = body
        }
        requiresAll = words.has("--require-all")
        settings.methods.formUnion(words.all("--method").map { HTTP.Method($0) })
        self.settings = settings
    }

    func run(_ output: Output) async throws -> ExitCode {
        try folder.checkForSets()
        let sets = try ResponseSet.sets(in: .directory(folder))
        let report = try await Drift.report(of: sets, against: server) { $0 = settings }
        return try output.report(
            "\(report)", json: report,
            ExitCode(rawValue: report.exitCode(requiringAll: requiresAll)) ?? .unusable)
    }
}
