@testable import TestSupport

/// A fenced block of code in a page or in a doc comment, or a part of a file of context.
struct CodeBlock: Sendable {
    let file: String
    /// The number of the line above its first one.
    let line: Int
    var language = "swift"
    /// The heading that it is under, as it is written: `## Overview`.
    let heading: String
    /// Its lines, without the indentation of the fence.
    var lines: [Substring] = []

    /// The file and the line.
    var place: String { "\(file):\(line)" }

    static let all: [CodeBlock] = {
        let pages = ["README.md"] + Repository.files(below: "Sources", "md")
        return (pages + Repository.files(below: "Sources", "swift")).flatMap(blocks)
    }()

    private static func blocks(in file: String) -> [CodeBlock] {
        guard let text = try? Repository.text(of: file), text.contains("```") else { return [] }
        var (blocks, heading, indentation) = ([CodeBlock](), "", 0)
        var open: CodeBlock?
        for (number, line) in text.numberedLines {
            var line = line
            if file.hasSuffix(".swift") {
                let comment = line.drop { $0 == " " }
                guard comment.hasPrefix("///") else { continue }
                line = comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)
            }
            let content = line.drop { $0 == " " }
            if content.hasPrefix("```"), let block = open {
                blocks.append(block)
                open = nil
            } else if content.hasPrefix("```") {
                open = CodeBlock(
                    file: file, line: number, language: String(content.dropFirst(3)),
                    heading: heading)
                indentation = line.count - content.count
            } else if open != nil {
                open?.lines.append(line.dropFirst(indentation))
            } else if line.hasPrefix("#") {
                heading = String(line)
            }
        }
        return blocks
    }
}

extension String {
    /// The lines with their numbers, also empty ones.
    var numberedLines: Zip2Sequence<PartialRangeFrom<Int>, [Substring]> {
        zip(1..., split(separator: "\n", omittingEmptySubsequences: false))
    }
}

// MARK: - Compiling

extension CodeBlock {
    enum Kind {
        case declarations
        case statements
        /// Methods of a test case of XCTest.
        case testCase
    }

    var kind: Kind {
        let starts = content.filter { $0.first?.isLetter == true || "@#".contains($0.first ?? " ") }
        if starts.first?.prefixMatch(of: /(@MainActor )?func test/) != nil { return .testCase }
        let areDeclarations = starts.allSatisfy { line in
            line.firstMatch(of: #/= (try|await) /#) == nil
                && line.prefixMatch(of: /(let|struct|final class|actor|func) |@\w/) != nil
        }
        return areDeclarations ? .declarations : .statements
    }

    /// The names of the modules that it imports.
    var imports: Set<String> {
        Set(lines.compactMap { $0.wholeMatch(of: /import (\w+)/).map { String($0.1) } })
    }

    /// The lines, of which those that import are empty.
    private var content: [Substring] {
        let condition = lines.firstIndex { $0 == "#if canImport(FoundationNetworking)" }
        return zip(lines.indices, lines).map { index, line in
            let isConditional = condition.map { ($0...$0 + 2).contains(index) } ?? false
            return isConditional || line.contains(#/^(@testable )?import /#) ? "" : line
        }
    }

    /// The content for the compiler, which knows where it stands.
    var code: String {
        let text = content.joined(separator: "\n")
        // A part of a test is shown without its end.
        let bare = text.replacing(/"(\\.|[^"\\])*"/, with: "")
        let open = bare.count { $0 == "{" } - bare.count { $0 == "}" }
        return """
            #sourceLocation(file: "\(file)", line: \(line + 1))
            \(text)\(String(repeating: "}", count: max(open, 0)))
            #sourceLocation()

            """
    }

    /// The code as members of a type.
    var members: String {
        code.replacing(#/(?m)^(let|var) /#) { "nonisolated static \($0.1) " }
    }
}

extension CodeBlock {
    /// Whether it stands in the file that only Apple's platforms compile, as a run of whole lines.
    var isForApplePlatforms: Bool { Self.onApplePlatforms.contains(Self.text(of: lines)) }

    private static let onApplePlatforms: String = {
        let file = try? Repository.text(of: "Tests/DocumentationTests/OnApplePlatforms.swift")
        return text(of: file?.split(separator: "\n") ?? [])
    }()

    /// Returns the lines without what is around them.
    private static func text(of lines: [Substring]) -> String {
        let bare = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return "\n\(bare.joined(separator: "\n"))\n"
    }
}
