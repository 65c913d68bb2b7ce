import Barricade
import Bookshop
import Foundation

/// The demo for somebody at a terminal: choose what the service answers, see what the app shows.
struct Menu {
    private static let width = 78
    let barricade: Barricade
    let app: Storefront
    /// Where the same can be chosen in a browser; `nil` if nowhere.
    let panel: URL?

    func run() async {
        var pages: [Page] = [.signIn]
        var text = "  Choose a number: the app makes that request and shows its screen."
        while true {
            show(text)
            guard let line = readLine() else {
                // The end of input leaves the cursor behind the prompt.
                return Terminal.write("")
            }
            let command = MenuCommand(line, entries: MenuList(barricade).entries)
            if command == .quit { return }
            do throws(BarricadeError) {
                if let hint = try obey(command, &pages) {
                    text = message(hint)
                } else {
                    text = await open(pages)
                }
            } catch {
                // A name that does not exist: the library lists those that do.
                text = message(error.message)
            }
        }
    }

    /// Selects what was asked for; returns what there is to say where no page is to be opened.
    private func obey(
        _ command: MenuCommand, _ pages: inout [Page]
    ) throws(BarricadeError) -> String? {
        switch command {
        case .choose(.response(let response, let set)), .select(let response, let set):
            try barricade.select(response, for: set)
            pages = Page(rawValue: set).map { [$0] } ?? []
        case .choose(.preset(let preset)):
            try barricade.apply(preset)
            pages = Page.allCases.filter { $0 != .wishList }
        case .openWishList:
            pages = [.wishList]
        case .reset:
            barricade.reset()
            return "All sets answer with their first response again."
        case .again, .quit:
            break
        case .unknown(let hint):
            return hint
        }
        return nil
    }

    private func open(_ pages: [Page]) async -> String {
        var visits: [Visit] = []
        for page in pages {
            Terminal.write(Terminal.faint("  Opening \(page.rawValue) ..."))
            visits.append(await Visit(page, in: app))
        }
        guard visits.count == 1 else { return PageSummary(visits: visits).text }
        let frame = ScreenFrame(visit: visits[0])
        return [frame.drawing, frame.log?.wrapped(to: Self.width)].compactMap(\.self)
            .joined(separator: "\n")
    }

    private func message(_ text: String) -> String {
        let lines = text.split(separator: "\n").map { "  " + $0 }
        return lines.joined(separator: "\n").wrapped(to: Self.width)
    }

    private func show(_ text: String) {
        let legend = "> answers now; nothing here reaches the network"
        let address = panel.map { "\n  The same in a browser: \($0)\n" } ?? ""
        Terminal.clear()
        Terminal.write(
            """
              \(Terminal.bold("BOOKSHOP"))       \(Terminal.faint(legend))
            \(address)
            \(MenuList(barricade).text)

              r reset    w wish list, which no set answers    Return again    q quit

            \(text)

            """)
        Terminal.write("  Choose: ", terminator: "")
    }
}
