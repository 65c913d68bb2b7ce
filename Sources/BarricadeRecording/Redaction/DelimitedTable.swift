import Barricade

/// A table as text, with names in its first line (RFC 4180), also with semicolons or tabs.
struct DelimitedTable {
    private let separator: UInt8
    private var rows: [[String]]
    /// The row with the names.
    private let head: Int

    /// The names of the columns.
    private let names: [String]

    /// Reads a text; `nil` if it has no column that is asked for, or if most of its lines do not have
    /// as many cells as there are names.
    ///
    /// Lines that start with `#` before the names are passed over.
    init?(_ text: String, withColumn isSought: (String) -> Bool) {
        guard let first = Self.firstLine(of: text),
            let separator = ",;\t".utf8.first(where: { first.utf8.contains($0) }),
            Self.names(in: first, separator).contains(where: isSought),
            let rows = Self.rows(of: text, separator),
            let head = rows.firstIndex(where: { $0.first?.utf8.first != UInt8(ascii: "#") })
        else { return nil }
        (self.separator, self.rows, self.head) = (separator, rows, head)
        names = rows[head].map { Self.content(of: $0) }
        let count = names.count
        let others = rows[(head + 1)...].filter { $0.count != count }
        let fitting = rows.count - head - 1 - others.count
        guard fitting > 0, fitting >= others.count(where: { !$0.joined().trimmingSpace.isEmpty })
        else { return nil }
    }

    /// Returns the line in which names may stand, which tells most texts from tables; `nil` if it is
    /// the only one, or too long.
    private static func firstLine(of text: String) -> Substring? {
        var rest = text[...].utf8
        while let end = rest.firstIndex(of: 0x0A) {
            guard rest.first == UInt8(ascii: "#") else {
                return rest[..<end].count <= 4_096 ? Substring(rest[..<end]) : nil
            }
            rest = rest[rest.index(after: end)...]
        }
        return nil
    }

    /// The names in a line; empty if it is a line of something else.
    private static func names(in line: Substring, _ separator: UInt8) -> [String] {
        let names = (rows(of: String(line), separator)?.first ?? []).map { content(of: $0) }
        let areNames = names.allSatisfy { name in
            name.utf8.count <= 64
                && name.utf8.allSatisfy { $0.isTokenByte || $0 >= 0x80 || $0 == 0x20 || $0 == 0x2E }
        }
        return areNames ? names : []
    }

    var text: String {
        rows.map { $0.joined(separator: String(Unicode.Scalar(separator))) }.joined(separator: "\n")
    }

    /// Changes all cells but the names, by the names of their columns, if these have one.
    mutating func change(_ cell: (_ name: String?, String) -> String) {
        for row in rows.indices where row != head {
            for column in rows[row].indices {
                let name = row > head && column < names.count ? names[column] : nil
                let written = rows[row][column]
                let (inner, isQuoted) = Self.inner(of: written)
                let content = Self.content(of: written)
                let kept = cell(name, content)
                guard kept != content else { continue }
                rows[row][column] = written.replacing(
                    inner, with: isQuoted ? kept.replacing("\"", with: "\"\"") : kept)
            }
        }
    }

    /// The cells of each row, with their quotation marks; `nil` if one of these has no end.
    private static func rows(of text: String, _ separator: UInt8) -> [[String]]? {
        var rows: [[String]] = [[]]
        var start = text.startIndex
        var (isQuoted, isBlank) = (false, true)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            // Quotation marks within a cell mean nothing.
            if byte == UInt8(ascii: "\""), isQuoted || isBlank { isQuoted.toggle() }
            if byte != 0x20 { isBlank = false }
            guard !isQuoted, byte == separator || byte == 0x0A else { continue }
            rows[rows.count - 1].append(String(text[start..<index]))
            if byte == 0x0A { rows.append([]) }
            start = text.utf8.index(after: index)
            isBlank = true
        }
        rows[rows.count - 1].append(String(text[start...]))
        return isQuoted ? nil : rows
    }

    /// Returns what a cell says: a quotation mark is written twice in one with quotation marks.
    private static func content(of cell: String) -> String {
        let (text, isQuoted) = inner(of: cell)
        return isQuoted ? text.replacing("\"\"", with: "\"") : text
    }

    /// Returns a cell as it is written, without its quotation marks.
    private static func inner(of cell: String) -> (text: String, isQuoted: Bool) {
        let text = cell.trimmingSpace
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else {
            return (text, false)
        }
        return (String(text.dropFirst().dropLast()), true)
    }
}

extension String {
    /// The lines, without their line feeds; a carriage return before one stays.
    var lines: [Substring] {
        utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
