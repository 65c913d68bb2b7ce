import BarricadeCoverage
import Foundation

/// Shows the coverage that test runs saved at `BARRICADE_COVERAGE`, and compares it with a minimum.
struct CoverageCommand: Subcommand {
    static let usage = Usage(
        "coverage", "<file>...", summary: "shows which responses no test has been served",
        options: [
            .init("--minimum <n>", "the percentage of responses that must have been served"),
            .init("--html <file>", "also write the report as a page"),
        ],
        examples: [
            "coverage coverage.json --minimum 90",
            "coverage shard-1.json shard-2.json --html coverage.html",
        ])

    /// The reports to add up.
    private let files: [URL]
    /// The file for an HTML page; `nil` for none.
    private let page: URL?
    /// The share of responses that must have been served, from 0 to 100.
    private let minimum: Double

    init(_ words: CommandWords) throws(Misuse) {
        files = words.files
        page = words.value("--html").map { URL(fileURLWithPath: $0) }
        let read = { (text: String) in Double(text).flatMap { 0...100 ~= $0 ? $0 : nil } }
        minimum = try words.value("--minimum", need: "a number from 0 to 100", read) ?? 0
    }

    func run(_ output: Output) throws -> ExitCode {
        var report = try report(in: files[0])
        for file in files.dropFirst() { report.add(try self.report(in: file)) }
        if let page { try Data(report.html.utf8).write(to: page, keeping: files) }
        let isEnough = report.percentage >= minimum
        try output.report("\(report)", json: report, isEnough ? .good : .bad)
        guard !isEnough else { return .good }
        Output.complain(
            "\(report.percentage.formatted()) % is less than the minimum, \(minimum.formatted()) %."
        )
        return .bad
    }

    private func report(in file: URL) throws -> CoverageReport {
        guard FileManager.default.fileExists(atPath: file.path) else { throw Misuse(missing: file) }
        if file.isFolder { throw Misuse("\(file.path) is a folder. Name the files in it.") }
        return try file.withFile { try CoverageReport(contentsOf: $0) }
    }
}
