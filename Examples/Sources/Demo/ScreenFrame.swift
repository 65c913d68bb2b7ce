import Bookshop
import Foundation

/// A screen of the app, drawn with characters.
struct ScreenFrame {
    private static let width = 56
    let screen: Screen

    /// The drawing, with the app's log below where there is one.
    var text: String {
        let banner = screen.banner.map { [line("! \($0)", style: Terminal.alarming)] } ?? []
        let rows = screen.rows.map { line($0.text, detail: $0.detail) }
        let top = "╭─ \(screen.title) " + rule(Self.width - screen.title.count - 3) + "╮"
        let bottom = "╰" + rule(Self.width) + "╯"
        return ([top] + banner + rows + [bottom] + log)
            .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }

    private var log: [String] {
        guard let log = screen.log else { return [] }
        return ["The app's log:", ""] + log.components(separatedBy: "\n")
    }

    private func rule(_ length: Int) -> String {
        String(repeating: "─", count: length)
    }

    private func line(
        _ text: String, detail: String = "", style: (String) -> String = { $0 }
    ) -> String {
        let text = text.padded(to: Self.width - 2 - detail.count)
        return "│ " + style(text) + detail + " │"
    }
}
