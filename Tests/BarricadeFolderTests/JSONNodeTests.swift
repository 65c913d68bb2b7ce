import BarricadeFolder
import Testing

@Suite struct JSONNodeTests {
    /// Its indentation would take 40 KB.
    @Test func whatIsDeeperThan64LevelsStaysOnItsLine() throws {
        func brackets(_ count: Int) -> String {
            String(repeating: "[", count: count) + "1" + String(repeating: "]", count: count)
        }
        let lines = try JSONNode.read(Array(brackets(200).utf8)).laidOut.split(separator: "\n")
        func indent(_ count: Int) -> String { String(repeating: "  ", count: count) }
        #expect(lines.count == 129)
        let middle: [String] = [
            "\(indent(63))[", "\(indent(64))\(brackets(136))", "\(indent(63))]",
        ]
        #expect(lines[63...65].map(String.init) == middle)
    }
}
