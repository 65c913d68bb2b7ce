import Barricade
import BarricadeCoverage
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct CoverageFileTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private var file: URL { folder.file("coverage.json") }

    private static func part(of number: Int, requests: Int = 1) -> CoverageReport {
        let set = ResponseSet("Login", on: .any, line: 9) {
            CannedResponse("Success")
            CannedResponse("Offline")
        }
        var report = CoverageReport()
        report.add([set], requests: ["Login": ["Success": requests]], in: "Tests/\(number)()")
        return report
    }

    private func text() throws -> String { try folder.read("coverage.json") }

    private func write(_ text: String) throws {
        try folder.write(text, to: "coverage.json")
    }

    @Test func isJSONThatIsAlwaysTheSame() throws {
        try Self.part(of: 2).merge(into: file)
        try Self.part(of: 1).merge(into: file)
        let text = try text()
        #expect(
            text == """
                {
                  "barricadeCoverage" : 1,
                  "processes" : 2,
                  "sets" : [
                    {
                      "name" : "Login",
                      "origins" : [
                        "CoverageFileTests.swift:9"
                      ],
                      "responses" : [
                        {
                          "name" : "Offline",
                          "requests" : 0,
                          "tests" : [

                          ]
                        },
                        {
                          "name" : "Success",
                          "requests" : 2,
                          "tests" : [
                            "Tests/1()",
                            "Tests/2()"
                          ]
                        }
                      ]
                    }
                  ]
                }

                """)
        try FileManager.default.removeItem(at: file)
        try Self.part(of: 1).merge(into: file)
        try Self.part(of: 2).merge(into: file)
        #expect(try self.text() == text)
        #expect(
            try folder.names() == ["coverage.json"])
    }

    @Test func isReadAsItWasWritten() throws {
        let part = Self.part(of: 1)
        try part.merge(into: file)
        #expect(try CoverageReport(contentsOf: file) == part)
    }

    @Test func isMadeWithItsFolderAndInPlaceOfAnEmptyFile() throws {
        let nested = folder.file("a/b/coverage.json")
        try Self.part(of: 1).merge(into: nested)
        #expect(try CoverageReport(contentsOf: nested).processes == 1)
        try write("")
        try Self.part(of: 1).merge(into: file)
        #expect(try CoverageReport(contentsOf: file).processes == 1)
    }

    @Test func isFoundBehindALink() throws {
        let link = folder.file("link.json")
        try Self.part(of: 1).merge(into: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try Self.part(of: 2).merge(into: link)
        #expect(try CoverageReport(contentsOf: file).processes == 2)
    }

    // MARK: Other files

    @Test(arguments: [
        ("no JSON", "it is not JSON"),
        ("[]", "it is not an object"),
        ("{}", "$.barricadeCoverage is missing"),
        (
            #"{"barricadeCoverage":2,"sets":{}}"#,
            "it is of format 2, and this Barricade reads 1"
        ),
        (
            #"{"barricadeCoverage":1,"processes":1,"sets":[{"name":"A","origins":[],"responses":[{"name":"B","tests":[]}]}]}"#,
            "$.sets[0].responses[0].requests is missing"
        ),
    ])
    func staysAsItIsIfItIsNoReport(_ content: String, _ reason: String) throws {
        try write(content)
        let message = """
            \(file.path) is not a coverage report: \(reason).

            To fix: remove it, or name another file.
            """
        #expect(throws: CoverageReport.FileError.self) { try CoverageReport(contentsOf: file) }
        let error = #expect(throws: CoverageReport.FileError.self) {
            try Self.part(of: 1).merge(into: file)
        }
        #expect(error?.message == message)
        #expect(try text() == content)
    }

    @Test func mayHoldCountsThatAddUpToTooMuch() throws {
        try write(
            """
            {"barricadeCoverage":1,"processes":\(Int.max),"sets":[{"name":"Login","origins":[],
            "responses":[{"name":"Success","requests":\(Int.max),"tests":[]},
            {"name":"Offline","requests":-5,"tests":[]}]}]}
            """)
        try Self.part(of: 1).merge(into: file)
        let report = try CoverageReport(contentsOf: file)
        #expect(report.processes == .max)
        #expect(report.sets[0].responses.map(\.requests) == [0, .max])
    }

    @Test func cannotBeAFolder() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let error = #expect(throws: CoverageReport.FileError.self) {
            try Self.part(of: 1).merge(into: file)
        }
        #expect(error?.message.hasPrefix("\(file.path): ") == true)
    }

    @Test func cannotBeBelowAFile() throws {
        try write("a file")
        let error = #expect(throws: CoverageReport.FileError.self) {
            try Self.part(of: 1).merge(into: file.appendingPathComponent("coverage.json"))
        }
        #expect(error?.message.hasPrefix("\(file.path)/coverage.json: ") == true)
    }

    @Test func isMissingWhereNoTestRunHasLeftOne() {
        let error = #expect(throws: CoverageReport.FileError.self) {
            try CoverageReport(contentsOf: file)
        }
        #expect(error?.message.hasPrefix("\(file.path): ") == true)
    }

    // MARK: Processes

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test func losesNothingOfProcessesThatSaveAtTheSameTime() async throws {
        let path = file.path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        OwnProcess.mustEnd(withinMinutes: 4)
                        for count in 0..<25 {
                            try Self.part(of: number * 25 + count, requests: 2)
                                .merge(into: URL(fileURLWithPath: path))
                        }
                    }
                }
            }
        }
        let report = try CoverageReport(contentsOf: file)
        #expect(report.processes == 200)
        #expect(report.sets[0].responses.map(\.requests) == [0, 400])
        #expect(report.testCount == 200)
    }
    #endif
}
