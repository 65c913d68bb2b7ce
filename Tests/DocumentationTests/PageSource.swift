@testable import TestSupport

/// A page with its blocks of Swift as a file for the compiler, whose errors name the page's lines.
///
/// Each block can use what the blocks above it declare, since its type is nested in theirs. What
/// else it needs is in the file of `Context` that is called like the page: from its start on, or
/// below a comment that is a heading of the page, from that heading on. `Everywhere.swift` is there
/// for all pages.
struct PageSource {
    private(set) var text: String
    private let number: Int
    private var depth = 0

    /// All pages that have code, and what they take for granted.
    static func all() throws -> [PageSource] {
        let blocks = CodeBlock.all.filter { $0.language == "swift" && !$0.isForApplePlatforms }
        let pages = Dictionary(grouping: blocks, by: \.file).sorted { $0.key < $1.key }
        // What has the imports that it needs compiles where it is pasted.
        let pasted = blocks.filter { !$0.imports.isDisjoint(with: ["Barricade", "Foundation"]) }
        let sources = pages.map { ($0.value, modules) } + pasted.map { ([$0], $0.imports) }
        var everywhere = PageSource(importing: modules, number: 0)
        everywhere.text += try Repository.text(of: "\(folder)/Everywhere.swift")
        return try [everywhere]
            + sources.enumerated().map { try PageSource($1.0, importing: $1.1, number: $0) }
    }

    private static let folder = "Tests/DocumentationTests/Context"

    private static let modules: Set = [
        "Barricade", "BarricadeFolder", "BarricadePanel", "BarricadeRecording",
        "BarricadeResources", "BarricadeTesting", "BarricadeUI", "Foundation",
        "FoundationNetworking", "Testing", "XCTest",
    ]

    private init(importing modules: Set<String>, number: Int) {
        text = modules.sorted().map { "import \($0)\n" }.joined()
        self.number = number
    }

    private init(
        _ blocks: [CodeBlock], importing modules: Set<String>, number: Int
    ) throws {
        self.init(importing: modules, number: number)
        var context = try CodeBlock.context(of: blocks[0].file, in: Self.folder)
        for block in blocks {
            for heading in ["", block.heading] {
                context.removeValue(forKey: heading).map { nest($0.members) }
            }
            switch block.kind {
            case .declarations: nest(block.members)
            case .statements: nest("static func run() async throws {\n\(block.code)}\n")
            case .testCase: nest(block.code, isTestCase: true)
            }
        }
        text += String(repeating: "}", count: depth) + "\n"
    }

    /// Adds a type within all others.
    private mutating func nest(_ members: String, isTestCase: Bool = false) {
        let name = "Nested_\(number)_\(depth)"
        let type = isTestCase ? "final class \(name): XCTestCase" : "@MainActor struct \(name)"
        text += "\(type) {\n\(members)"
        depth += 1
    }
}

extension CodeBlock {
    /// Returns the parts of a page's context by the heading from which on they are there; the first
    /// one has none.
    fileprivate static func context(of page: String, in folder: String) throws -> [String:
        CodeBlock]
    {
        let name = page.replacing(/^.*\/|\.\w+$/, with: "")
        let file = "\(folder)/\(name).swift"
        guard Repository.files(below: folder, "swift").contains(file) else { return [:] }
        var parts = [CodeBlock(file: file, line: 0, heading: "")]
        for (number, line) in try Repository.text(of: file).numberedLines {
            if line.hasPrefix("// ## ") {
                parts.append(
                    CodeBlock(file: file, line: number, heading: String(line.dropFirst(3))))
            } else {
                parts[parts.count - 1].lines.append(line)
            }
        }
        return Dictionary(uniqueKeysWithValues: parts.map { ($0.heading, $0) })
    }
}
