import Barricade
import Bookshop

/// The demo for somebody at a terminal: choose what the service answers, see what the app shows.
struct Menu {
    let barricade: Barricade
    let app: BookshopApp

    func run() async {
        var shown = ["  Choose a number: the app then makes that request, and shows its screen."]
        var pages: [Page] = []
        while true {
            show(shown)
            guard let line = readLine() else {
                // The end of input stands on the prompt's line.
                return Terminal.write("")
            }
            let command = MenuCommand(line, entries: MenuList(barricade).entries)
            do throws(BarricadeError) {
                switch command {
                case .choose(.response(let response, let set)), .select(let response, let set):
                    try barricade.select(response, for: set)
                    pages = Page(rawValue: set).map { [$0] } ?? []
                case .choose(.preset(let preset)):
                    try barricade.apply(preset)
                    pages = [.signIn, .profile, .catalogue]
                case .openWishList:
                    pages = [.wishList]
                case .reset:
                    barricade.reset()
                    shown = ["  All sets answer with their first response again."]
                    continue
                case .again:
                    break
                case .quit:
                    return
                case .unknown(let hint):
                    shown = ["  " + hint]
                    continue
                }
                shown = await open(pages)
            } catch {
                shown = ["  " + error.message]
            }
        }
    }

    private func show(_ lines: [String]) {
        Terminal.clear()
        Terminal.write(
            """
            \(Terminal.bold("  BOOKSHOP"))\(Terminal.faint("       > answers now; nothing here reaches the network"))

            \(MenuList(barricade).text)

              r  reset     w  wish list, which no set answers     Return  again     q  quit

            \(lines.joined(separator: "\n"))

            """)
        Terminal.write("  Number: ", terminator: "")
    }

    private func open(_ pages: [Page]) async -> [String] {
        var shown: [String] = []
        for page in pages {
            Terminal.write("  Opening \(page.rawValue) ...")
            let visit = await Visit(page, in: app)
            shown.append(ScreenFrame(screen: visit.screen).text)
            shown.append(Terminal.faint("  after \(visit.durationText)"))
        }
        return shown
    }
}
