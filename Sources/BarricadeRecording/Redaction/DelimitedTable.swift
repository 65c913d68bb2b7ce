import Barricade

/// A table as text, with names in its first line (RFC 4180), also with semicolons or tabs.
struct DelimitedTable {
    private let separator: UInt8
    private var rows: [[String]]

    /// The names of the columns.
    let names: [String]

    /// Reads a text; `nil` if it has no column that is asked for, or if its lines do not have as
    /// many cells as there are names.
    init?(_ text: String, withColumn isSought: (String) -> Bool) {
        guard let end = text.utf8.firstIndex(of: 0x0A),
            let separator = ",;\t".utf8.first(where: { text[..<end].utf8.contains($0) })
        else { return nil }
        let names = Self.cells(of: text[..<end], separator).map { Self.content(of: $0) }
        guard
            names.allSatisfy({ name in
                !name.isEmpty && name.utf8.allSatisfy { $0.isTokenByte || $0 == 0x20 || $0 == 0x2E }
            }),
            names.contains(where: isSought)
        else { return nil }
        let rows = text.lines.map { Self.cells(of: $0, separator) }
        guard rows.allSatisfy({ $0.count == names.count || $0.joined().trimmingSpace.isEmpty })
        else { return nil }
        (self.separator, self.names, self.rows) = (separator, names, rows)
    }

    var text: String {
        rows.map { $0.joined(separator: String(Unicode.Scalar(separator))) }.joined(separator: "\n")
    }

    /// Changes the cells below the names.
    mutating func change(_ cell: (Int, String) -> String) {
        for row in rows.indices.dropFirst() where rows[row].count == names.count {
            for column in rows[row].indices {
                let written = rows[row][column]
                let content = Self.content(of: written)
                let kept = cell(column, content)
                guard kept != content else { continue }
                rows[row][column] = written.replacing(content, with: kept)
            }
        }
    }

    /// The cells of a line, with their quotation marks.
    private static func cells(of line: Substring, _ separator: UInt8) -> [String] {
        var cells: [String] = []
        var start = line.startIndex
        var isQuoted = false
        for index in line.utf8.indices {
            if line.utf8[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard line.utf8[index] == separator, !isQuoted else { continue }
            cells.append(String(line[start..<index]))
            start = line.utf8.index(after: index)
        }
        return cells + [String(line[start...])]
    }

    private static func content(of cell: String) -> String {
        let text = cell.trimmingSpace
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

extension String {
    /// The lines, without their line feeds; a carriage return before one stays.
    var lines: [Substring] {
        utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
