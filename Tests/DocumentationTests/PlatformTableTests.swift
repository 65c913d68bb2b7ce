import Foundation
import Testing

/// What the article on interception says of each behaviour, and the tests that it names.
@Suite struct PlatformTableTests {
    struct Row: Sendable {
        let behaviour, linux, apple, test: String

        static let all: [Row] = {
            let page = "Sources/Barricade/Barricade.docc/understanding-interception.md"
            let lines = ((try? Repository.text(of: page)) ?? "").split(separator: "\n")
            return lines.compactMap { line in
                let cells = line.split(separator: "|").map {
                    String($0).trimmingCharacters(in: .whitespaces)
                }
                guard cells.count == 4, cells[0] != "behaviour", cells[0] != "---" else {
                    return nil
                }
                return Row(behaviour: cells[0], linux: cells[1], apple: cells[2], test: cells[3])
            }
        }()
    }

    /// The text of each file of tests.
    private static let sources = Repository.files(below: "Tests", "swift").compactMap {
        try? Repository.text(of: $0)
    }

    @Test func linesNameATestOrSayNoAndPromiseNothingOfApple() throws {
        // Those with this word are checked against the rules of the comparison.
        let wrong = try Row.all.filter { $0.test != "comparison" }.filter { row in
            guard let name = row.test.wholeMatch(of: /`(\w+)\/(\w+)`/) else {
                // A line without a test says no, and what else.
                return row.test != "–" || !row.linux.hasPrefix("no: ")
            }
            let test = try Regex("@Test[^\\n]*(\\n[^\\n]*){0,6}?func \(name.2)\\(")
            return !Self.sources.contains {
                $0.contains("struct \(name.1) ") && $0.firstMatch(of: test) != nil
            }
        }
        let promising = Row.all.filter {
            !$0.apple.hasPrefix("expected") && !$0.apple.hasPrefix("no: ")
        }
        #expect((wrong + promising).map(\.behaviour) == [])
        #expect(Row.all.count > 30)
    }
}
