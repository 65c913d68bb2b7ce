import Barricade
import BarricadeCoverage
import Foundation

/// Shows what test runs have left with `BARRICADE_COVERAGE=<file>`, and judges it by a minimum.
struct CoverageCommand: Subcommand {
    static let name = "coverage"
    static let summary = "shows which responses no test has been served"
    static let usage = """
        swift run barricade-cli coverage <file>... [options]

          <file>             a report that a test run has left; several are added up
          --minimum <n>      the percentage of responses that must have been served, 0 unless given
          --html <file>      also write the report as a page
          --help             print this

        Exit codes: 0 at the minimum or above, 1 below it, 2 if the options or a file are unusable.
        """

    /// The reports to add up.
    private var files: [URL] = []
    /// The file to write a page of HTML to; `nil` for none.
    private var page: URL?
    /// The share of responses that must have been served, from 0 to 100.
    private var minimum = 0.0

    init(_ arguments: inout Arguments) throws(Misuse) {
        while let argument = arguments.next() {
            switch argument {
            case "--minimum":
                minimum = try arguments.value(of: argument, need: "a number from 0 to 100") {
                    Double($0).flatMap { 0...100 ~= $0 ? $0 : nil }
                }
            case "--html":
                page = try arguments.value(of: argument, need: "the path of a file") {
                    $0.isEmpty || $0.hasPrefix("-") ? nil : URL(fileURLWithPath: $0)
                }
            case let option where option.hasPrefix("-"):
                throw Misuse(unknownOption: option, of: Self.self)
            case let file:
                files.append(URL(fileURLWithPath: file))
            }
        }
        guard !files.isEmpty else { throw Misuse("The path of a report is missing.") }
    }

    func run() throws -> ExitCode {
        var report = try report(in: files[0])
        for file in files.dropFirst() { report.add(try self.report(in: file)) }
        print(report, terminator: "")
        if let page { try write(report.html, to: page) }
        guard report.percentage < minimum else { return .success }
        let message = """
            \(report.percentage.formatted()) % is less than the minimum, \(minimum.formatted()) %.

            """
        FileHandle.standardError.write(Data(message.utf8))
        return .notWell
    }

    private func report(in file: URL) throws -> CoverageReport {
        guard FileManager.default.fileExists(atPath: file.path) else {
            let nearest = NearestFile.path(to: [file]).map { " Do you mean \($0)?" }
            throw Misuse("There is no file \(file.path).\(nearest ?? "")")
        }
        return try CoverageReport(contentsOf: file)
    }

    private func write(_ html: String, to page: URL) throws {
        do {
            try Data(html.utf8).write(to: page, options: .atomic)
        } catch {
            throw CoverageReport.FileError(error, at: page)
        }
    }
}
