import Foundation

/// The lines of a body, which fold where indented JSON opens an object or array.
package struct BodyLines: Sendable {
    package struct Line: Sendable, Hashable, Identifiable {
        /// Its number, from 1.
        package let id: Int
        package let text: String
        /// The number of the line that closes what this one opens; `nil` if it opens nothing.
        package fileprivate(set) var end: Int?

        /// Returns the text; if it is folded, with what it closes at its end.
        package func text(isFolded: Bool) -> String {
            guard isFolded, let end else { return text }
            return "\(text) \((end - id - 1).counted("line")) \(text.hasSuffix("[") ? "]" : "}")"
        }
    }

    /// The most lines with the text that a search counts.
    package static let mostFound = 1_000

    package private(set) var lines: [Line]

    package init(_ body: BodyPreview) {
        lines = body.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { Line(id: $0 + 1, text: String($1)) }
        guard body.kind == .json else { return }
        // In indented JSON a bracket at the end of a line opens, and one at the start closes.
        var open: [Int] = []
        for (index, line) in lines.enumerated() {
            let start = line.text.utf8.first { $0 != UInt8(ascii: " ") }
            if let start, "}]".utf8.contains(start), let opening = open.popLast() {
                lines[opening].end = line.id
            }
            if let last = line.text.utf8.last, "{[".utf8.contains(last) { open.append(index) }
        }
    }

    /// Returns the lines that are shown if some are folded.
    package func shown(folded: Set<Int>) -> [Line] {
        guard !folded.isEmpty else { return lines }
        var (shown, hiddenTo) = ([Line](), 0)
        for line in lines where line.id > hiddenTo {
            shown.append(line)
            if folded.contains(line.id), let end = line.end { hiddenTo = end }
        }
        return shown
    }

    /// Returns the numbers of the lines that contain a text, ignoring case.
    package func found(_ search: String) -> [Int] {
        guard !search.isEmpty else { return [] }
        return Array(
            lines.lazy.filter { $0.text.range(of: search, options: .caseInsensitive) != nil }
                .map(\.id).prefix(Self.mostFound))
    }

    /// Returns the folded lines without those that hide a line.
    package func unfolded(_ folded: Set<Int>, at line: Int) -> Set<Int> {
        folded.filter { id in
            guard lines.indices.contains(id - 1), let end = lines[id - 1].end else { return false }
            return !(id < line && line <= end)
        }
    }
}

/// Coded as a page draws it.
extension BodyPreview: Encodable {
    private enum CodingKeys: CodingKey {
        case kind, summary, text, folds, parts, image, note, isCut
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(summary, forKey: .summary)
        try container.encode(text, forKey: .text)
        // The number of each line that opens something, and that of the line which closes it.
        let folds = BodyLines(self).lines.compactMap { line in line.end.map { [line.id, $0] } }
        try container.encode(folds, forKey: .folds)
        try container.encode(parts, forKey: .parts)
        try container.encodeIfPresent(image, forKey: .image)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encode(isCut, forKey: .isCut)
    }
}
