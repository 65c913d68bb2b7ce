import Bookshop
import Foundation

/// What a visit showed, drawn with characters.
struct ScreenFrame {
    private static let width = 56
    let visit: Visit

    /// The screen, with how long it took to come in the corner.
    var drawing: String {
        let screen = visit.screen
        let banner = screen.banner.map { [line("! \($0)", style: Terminal.alarming)] } ?? []
        let rows = screen.rows.map { line($0.text, detail: $0.detail) }
        let top = "╭─ \(screen.title) " + rule(Self.width - screen.title.count - 3) + "╮"
        let time = " \(visit.durationText) "
        let bottom = "╰" + rule(Self.width - time.count - 1) + time + "─╯"
        return ([top] + banner + rows + [bottom]).map { "  " + $0 }.joined(separator: "\n")
    }

    /// What the app wrote to its log, in full; `nil` means nothing.
    var log: String? {
        guard let log = visit.screen.log else { return nil }
        let lines = ["The app's log:", ""] + log.components(separatedBy: "\n")
        return lines.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }

    /// The drawing, and the log below it.
    var text: String { [drawing, log].compactMap(\.self).joined(separator: "\n") }

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
