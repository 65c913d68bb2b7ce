import Barricade
import BarricadeCoverage
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct CoverageReportTests {
    private let login = ResponseSet("Login", on: .post("/login"), line: 9) {
        CannedResponse("Success")
        CannedResponse("Offline")
    }
    private let profile = ResponseSet("Profile", on: .get("/profile"), line: 14) {
        CannedResponse("Ada")
    }

    private var report: CoverageReport {
        var report = CoverageReport()
        report.add(
            [login, profile], requests: ["Login": ["Success": 2], "Profile": ["Ada": 1]],
            in: "Tests/b()")
        report.add([login], requests: ["Login": ["Success": 1]], in: "Tests/a()")
        return report
    }

    @Test func listsSetsAndResponsesByName() {
        let tests: [[String]] = report.sets[0].responses.map(\.tests)
        #expect(tests == [[], ["Tests/a()", "Tests/b()"]])
        let percentage: Double = 200 / 3
        #expect(report.percentage == percentage)
        #expect(
            report.description == """
                66.6 % of responses served: 2 of 3, in 2 tests of 1 process.

                Never served:
                  Login (CoverageReportTests.swift:9)
                      Offline

                Served:
                  Login (CoverageReportTests.swift:9)
                      Success  3 requests in 2 tests
                  Profile (CoverageReportTests.swift:14)
                      Ada  1 request in 1 test

                """)
    }

    @Test func addsSetsOfTheSameNameFromAnywhere() {
        var sum = report
        let other = ResponseSet("Login", on: .post("/sign-in"), line: 3) {
            CannedResponse("Success")
            CannedResponse("Locked")
        }
        var part = CoverageReport()
        part.add([other], requests: ["Login": ["Success": 1, "Locked": 1]], in: "Tests/a()")
        sum.add(part)
        #expect(
            sum.description == """
                75 % of responses served: 3 of 4, in 2 tests of 2 processes.

                Never served:
                  Login (CoverageReportTests.swift:3, CoverageReportTests.swift:9)
                      Offline

                Served:
                  Login (CoverageReportTests.swift:3, CoverageReportTests.swift:9)
                      Locked   1 request in 1 test
                      Success  4 requests in 2 tests
                  Profile (CoverageReportTests.swift:14)
                      Ada  1 request in 1 test

                """)
        var reverse = part
        reverse.add(report)
        #expect(reverse == sum)
    }

    @Test func keepsNamesAndPlacesOnTheirLine() {
        var report = CoverageReport()
        let set = ResponseSet("Se\u{1b}[2Jt", on: .any, line: 1) {
            CannedResponse("a\nb")
            CannedResponse(String(repeating: "x", count: 300))
        }
        let others = ([1, 2, 3, 4, 5] as [UInt]).map { line in
            ResponseSet("Set", on: .any, line: line) { CannedResponse("OK") }
        }
        for set in [set] + others { report.add([set], requests: [:], in: "Tests/a()") }
        let lines = report.description.split(separator: "\n").map(String.init)
        let file = "CoverageReportTests.swift"
        let named: [String] = [
            "  Se\\u{1B}[2Jt (\(file):1)", "      a\\nb",
            "  Set (\(file):1, \(file):2, \(file):3 and 2 more)",
        ]
        #expect(named.allSatisfy(lines.contains), "\(lines)")
        #expect(lines.allSatisfy { $0.count < 220 })
    }

    // MARK: HTML

    @Test func isAPageWithEscapedNames() {
        var report = report
        let set = ResponseSet("<script>alert(\"1\")</script>", on: .any) {
            CannedResponse("Tom & Jerry")
        }
        report.add([set], requests: [:], in: "Tests/<c>()")
        report.add(
            [set], requests: [set.name: ["Tom & Jerry": 1]], in: "Tests/<c>()")
        let html = report.html
        #expect(html.hasPrefix("<!DOCTYPE html>"))
        let parts = [
            "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;", "Tom &amp; Jerry",
            "<li>Tests/&lt;c&gt;()</li>", "<h2>Never served</h2>",
        ]
        let others = ["<script", "http"]
        #expect((parts + others).filter { html.contains($0) } == parts)
    }

    @Test func saysThatNothingWasCountedOrAllServed() {
        var report = CoverageReport()
        let nothing = "No test had a barricade made by .barricade(…) or makeBarricade.\n"
        #expect(report.description == nothing)
        #expect(report.percentage == 0)
        report.add([profile], requests: ["Profile": ["Ada": 1]], in: "Tests/a()")
        #expect(!report.html.contains("Never served"))
        #expect(
            report.description == """
                100 % of responses served: 1 of 1, in 1 test of 1 process.

                Served:
                  Profile (CoverageReportTests.swift:14)
                      Ada  1 request in 1 test

                """)
    }
}
