import Barricade
import Bookshop
import Foundation

/// A bookshop's app behind a barricade: a menu to play with, or a tour where nobody is there.
@main
enum Demo {
    static func main() async throws {
        let barricade = Barricade(ResponseSets.all) {
            $0.files = [.bundle(.module, subdirectory: "Responses")]
        }
        barricade.register(Presets.offline, Presets.emptyShop, Presets.badDay)

        // All that the app is told: which session to use.
        let app = BookshopApp(client: BookshopClient(session: barricade.session))

        if Terminal.isInteractive {
            await Menu(barricade: barricade, app: app).run()
        } else if await !Tour(barricade: barricade, app: app).run() {
            Terminal.fail()
        }
    }
}
