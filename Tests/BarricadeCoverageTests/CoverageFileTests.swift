import Barricade
import BarricadeCoverage
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

    private func message(ofMergingInto file: URL) -> String? {
        BarricadeError.thrown { try Self.part(of: 1).merge(into: file) }?.message
    }

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
        #expect(try folder.names() == ["coverage.json"])
    }

    @Test func isMadeWithItsFolderInPlaceOfAnEmptyFileOrBehindALink() throws {
        try write("")
        let part = Self.part(of: 1)
        for file in [folder.file("a/b/coverage.json"), file] {
            try part.merge(into: file)
            #expect(try CoverageReport(contentsOf: file) == part)
        }
        let link = folder.file("link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        try Self.part(of: 2).merge(into: link)
        #expect(try CoverageReport(contentsOf: file).processes == 2)
    }

    // MARK: Other files

    @Test func staysAsItIsIfItIsNoReport() throws {
        for (content, reason) in [
            "no JSON": "it is not JSON",
            "[]": "it is not an object",
            "{}": "$.barricadeCoverage is missing",
            #"{"barricadeCoverage":2,"sets":{}}"#:
                "it is of format 2, and this Barricade reads 1",
            #"{"barricadeCoverage":1,"processes":-1,"sets":[]}"#:
                "a count in it is negative",
            #"{"barricadeCoverage":1,"processes":1,"sets":[{"name":"A","origins":[],"responses":[{"name":"B","requests":-1,"tests":[]}]}]}"#:
                "a count in it is negative",
            #"{"barricadeCoverage":1,"processes":1,"sets":[{"name":"A","origins":[],"responses":[{"name":"B","tests":[]}]}]}"#:
                "$.sets[0].responses[0].requests is missing",
        ] as KeyValuePairs {
            try write(content)
            let message = """
                \(file.path) is not a coverage report: \(reason).

                To fix: remove it, or name another file.
                """
            let isRead = (try? CoverageReport(contentsOf: file)) != nil
            #expect(self.message(ofMergingInto: file) == message)
            #expect(!isRead)
            #expect(try text() == content)
        }
    }

    @Test func mayHoldCountsThatAddUpToTooMuch() throws {
        try write(
            """
            {"barricadeCoverage":1,"processes":\(Int.max),"sets":[{"name":"Login","origins":[],
            "responses":[{"name":"Success","requests":\(Int.max),"tests":[]},
            {"name":"Offline","requests":0,"tests":[]}]}]}
            """)
        try Self.part(of: 1).merge(into: file)
        let report = try CoverageReport(contentsOf: file)
        let requests: [Int] = report.sets[0].responses.map(\.requests)
        #expect(report.processes == .max)
        #expect(requests == [0, .max])
    }

    @Test func cannotBeAFolderBelowAFileOrMissing() throws {
        let missing = BarricadeError.thrown { try CoverageReport(contentsOf: file) }
        try write("a file")
        let below = file.appendingPathComponent("coverage.json")
        let messages = [missing?.message] + [below, folder.url].map(message(ofMergingInto:))
        for (message, url) in zip(messages, [file, below, folder.url]) {
            #expect(message?.hasPrefix("\(url.path): ") == true, "\(message ?? "no error")")
        }
    }

    // MARK: Processes

    #if compiler(>=6.3) && (os(Linux) || os(macOS))
    @Test(.onOwnThreads) func losesNothingOfProcessesThatSaveAtTheSameTime() async throws {
        let path = file.path
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        OwnProcess.mustEnd(withinMinutes: 4)
                        for count in 0..<50 {
                            try Self.part(of: number * 50 + count, requests: 2)
                                .merge(into: URL(fileURLWithPath: path))
                        }
                    }
                }
            }
        }
        let report = try CoverageReport(contentsOf: file)
        let requests: [Int] = report.sets[0].responses.map(\.requests)
        #expect([report.processes, report.testCount] + requests == [100, 100, 0, 200])
    }
    #endif
}
