import Foundation

extension String {
    /// The text with blanks behind it, so that what follows starts at a column.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }

    /// The text with its long lines broken between words, each set in as its beginning is.
    func wrapped(to width: Int) -> String {
        components(separatedBy: "\n").map { $0.wrappedLine(to: width) }.joined(separator: "\n")
    }

    private func wrappedLine(to width: Int) -> String {
        guard count > width else { return self }
        let indentation = String(prefix { $0 == " " })
        var lines: [String] = []
        var line = indentation
        // Blanks inside a line are kept, for they align columns.
        for word in dropFirst(indentation.count).components(separatedBy: " ") {
            if line.count + word.count + 1 > width {
                lines.append(line)
                line = indentation + "    " + word
            } else {
                line += (line == indentation ? "" : " ") + word
            }
        }
        return (lines + [line]).joined(separator: "\n")
    }
}
