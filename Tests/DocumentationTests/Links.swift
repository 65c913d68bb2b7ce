import Foundation
import Testing

/// A link of a page to another file of this package.
struct Link: Sendable {
    let page: String
    /// The number of the line that it is in.
    let line: Int
    /// The path or name as it is written.
    let target: String
    /// Whether only DocC can follow it: `<doc:…>`.
    let isForDocC: Bool
    /// Whether it is an entry of a list of topics, which only DocC reads.
    let isTopic: Bool

    /// Where it is, and its target.
    var words: String { "\(page):\(line) \(target)" }

    /// The path of what it leads to.
    var path: String {
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        let path = (folder.isEmpty ? "" : folder + "/") + target
        return isForDocC ? path + ".md" : path
    }

    static let all: [Link] = {
        let pages =
            ["README.md", "Examples/README.md"] + Repository.files(below: "Sources", "md")
            + Repository.files(below: ".github", "md")
        return pages.flatMap(links(in:))
    }()

    private static func links(in page: String) -> [Link] {
        guard let text = try? Repository.text(of: page) else { return [] }
        var isCode = false
        var links: [Link] = []
        for (line, whole) in zip(
            1..., text.split(separator: "\n", omittingEmptySubsequences: false))
        {
            if whole.hasPrefix("```") { isCode.toggle() }
            guard !isCode, whole.contains("](") || whole.contains("<doc:") else { continue }
            let prose = whole.replacing(/`[^`]*`/, with: "")
            for match in prose.matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
                links.append(
                    Link(
                        page: page, line: line, target: String(match.1), isForDocC: false,
                        isTopic: false))
            }
            for match in prose.matches(of: /<doc:([^>#]+)>|\]\(doc:([^)#]+)\)/) {
                links.append(
                    Link(
                        page: page, line: line, target: String(match.1 ?? match.2 ?? ""),
                        isForDocC: true, isTopic: prose.hasPrefix("- <doc:")))
            }
        }
        return links
    }
}
