import Testing

/// A fenced block of code in a page or in a doc comment.
struct CodeBlock: Sendable {
    let file: String
    /// The number of the line that opens it.
    let line: Int
    let language: String
    /// Its lines without indentation; empty ones are left out.
    let lines: [String]

    /// The file and the line.
    var place: String { "\(file):\(line)" }

    static let all: [CodeBlock] = {
        let pages = ["README.md"] + Repository.files(below: "Sources", "md")
        let sources = Repository.files(below: "Sources", "swift")
        return pages.flatMap { blocks(in: $0, isComment: false) }
            + sources.flatMap { blocks(in: $0, isComment: true) }
    }()

    private static func blocks(in file: String, isComment: Bool) -> [CodeBlock] {
        guard let text = try? Repository.text(of: file), text.contains("```") else { return [] }
        var blocks: [CodeBlock] = []
        var open: CodeBlock?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            var line = line.trimmed
            if isComment {
                guard line.hasPrefix("///") else { continue }
                line = line.dropFirst(3).trimmed
            }
            if !line.hasPrefix("```") {
                guard let block = open, !line.isEmpty else { continue }
                open = CodeBlock(
                    file: file, line: block.line, language: block.language,
                    lines: block.lines + [String(line)])
            } else if let block = open {
                blocks.append(block)
                open = nil
            } else {
                open = CodeBlock(
                    file: file, line: number, language: String(line.dropFirst(3)), lines: [])
            }
        }
        return blocks
    }
}

/// A file of code that is compiled with the tests.
struct Snippet {
    private let imports: Set<String>
    private let text: String

    static func all() throws -> [Snippet] {
        try Repository.files(below: "Tests/DocumentationTests/Snippets", "swift").map {
            Snippet(try Repository.text(of: $0))
        }
    }

    private init(_ text: String) {
        let lines = text.split(separator: "\n").map { String($0.trimmed) }.filter { !$0.isEmpty }
        // The example app of the first hour is a module of its own there.
        imports = Set(lines.filter(Self.isImport) + ["@testable import Shop"])
        self.text = Self.code(of: lines)
    }

    /// Whether the block stands in the file as a run of whole lines; imports may stand elsewhere.
    func holds(_ block: CodeBlock) -> Bool {
        imports.isSuperset(of: block.lines.filter(Self.isImport))
            && text.contains(Self.code(of: block.lines))
    }

    /// The lines without imports, also without those that only Linux needs.
    private static func code(of lines: [String]) -> String {
        let text = "\n" + lines.filter { !isImport($0) }.joined(separator: "\n") + "\n"
        return text.replacing("\n#if canImport(FoundationNetworking)\n#endif\n", with: "\n")
    }

    private static func isImport(_ line: String) -> Bool {
        line.hasPrefix("import ") || line.hasPrefix("@testable import ")
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
        return self[start..<end]
    }
}
