import BarricadeCoverage
import Foundation

// Compiled only: there is no report beside the tests.
enum ArticleOnCoverage {
    static func listsWhatWasNeverServed() throws {
        let report = try CoverageReport(contentsOf: URL(fileURLWithPath: "coverage.json"))
        for set in report.sets {
            for response in set.responses where !response.isServed {
                print("\(set.name): \(response.name)")
            }
        }
    }

    static func savesAPage() throws {
        let report = try CoverageReport(contentsOf: URL(fileURLWithPath: "coverage.json"))
        print(report)
        try Data(report.html.utf8).write(to: URL(fileURLWithPath: "coverage.html"))
    }
}
