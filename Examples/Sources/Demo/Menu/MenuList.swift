import Barricade

/// The sets and presets of a barricade, numbered, with what is selected marked.
struct MenuList {
    private static let columns = 3
    private static let nameWidth = 15
    private static let cellWidth = 21

    private struct Section {
        let name: String
        let entries: [MenuEntry]
        /// The name of the response that answers now; `nil` in the presets.
        var selected: String?
    }

    private let sections: [Section]

    init(_ barricade: Barricade) {
        let sets = barricade.sets.map { set in
            Section(
                name: set.name,
                entries: set.responses.map { MenuEntry.response($0.name, set: set.name) },
                selected: try? barricade.selectedResponse(for: set.name))
        }
        let presets = barricade.presets.map { MenuEntry.preset($0.name) }
        sections = sets + [Section(name: "Presets", entries: presets)]
    }

    /// What can be chosen; number 1 is the first.
    var entries: [MenuEntry] { sections.flatMap(\.entries) }

    /// The list as lines.
    var text: String {
        var next = 1
        var lines: [String] = []
        for section in sections {
            var name = section.name
            for start in stride(from: 0, to: section.entries.count, by: Self.columns) {
                let row = section.entries.dropFirst(start).prefix(Self.columns)
                let cells = row.map { entry in
                    defer { next += 1 }
                    return cell(next, entry.name, isSelected: entry.name == section.selected)
                }
                lines.append("  " + Terminal.bold(name.padded(to: Self.nameWidth)) + cells.joined())
                name = ""
            }
        }
        return lines.joined(separator: "\n")
    }

    private func cell(_ number: Int, _ name: String, isSelected: Bool) -> String {
        let text = "\(isSelected ? ">" : " ")\(number < 10 ? " " : "")\(number) \(name)"
            .padded(to: Self.cellWidth)
        return isSelected ? Terminal.marked(text) : text
    }
}
