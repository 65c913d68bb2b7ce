import Barricade
import Bookshop
import BookshopResponses

/// A bookshop's app behind a barricade: a menu to play with, or a tour where nobody is there.
@main
enum Demo {
    static func main() async throws {
        let barricade = Barricade(ResponseSets.all) { $0.presets = Presets.all }

        // All that the app is told: which session to use.
        let app = Storefront(client: BookshopClient(session: barricade.session))

        if Terminal.isInteractive {
            await Menu(barricade: barricade, app: app).run()
        } else if await !Tour(barricade: barricade, app: app).run() {
            Terminal.fail()
        }
    }
}
