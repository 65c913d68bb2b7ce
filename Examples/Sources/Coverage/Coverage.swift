import BarricadeCoverage
import Foundation
import ProgramSupport

/// Shows what test runs have left with `BARRICADE_COVERAGE=<file>`, and judges it by a minimum.
@main
enum Coverage {
    static func main() {
        do {
            let options = try Options.read(Program.arguments)
            if options.isHelp { print(Options.usage) } else { try run(options) }
        } catch let misuse as Misuse {
            end(.misuse, saying: "\(misuse)\n\n\(Options.usage)")
        } catch {
            end(.misuse, saying: error.localizedDescription)
        }
    }

    private static func run(_ options: Options) throws {
        var report: CoverageReport?
        for file in options.files {
            let part = try CoverageReport(contentsOf: URL(fileURLWithPath: file))
            report?.add(part) ?? (report = part)
        }
        guard let report else { return }
        print(report, terminator: "")
        if let page = options.page { write(report.html, to: page) }
        guard report.percentage >= options.minimum else {
            end(
                .belowMinimum,
                saying: """
                    \(report.percentage.formatted()) % is less than the minimum, \
                    \(options.minimum.formatted()) %.
                    """)
        }
    }

    private static func write(_ html: String, to page: String) {
        do {
            try Data(html.utf8).write(to: URL(fileURLWithPath: page), options: .atomic)
        } catch {
            end(.misuse, saying: "\(page): \(error.localizedDescription)")
        }
    }

    private enum ExitCode: Int32 {
        case belowMinimum = 1
        case misuse = 2
    }

    private static func end(_ code: ExitCode, saying message: String) -> Never {
        Program.end(code.rawValue, saying: message)
    }
}
