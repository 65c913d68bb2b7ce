import Barricade
import BarricadePanel
import Bookshop
import BookshopResponses
import Foundation

/// The bookshop's app as a program without a screen: it reads the title of a page, and writes in a line
/// what the page shows.
///
/// A test launches it and drives its barricade from outside.
@main
enum Kiosk {
    static func main() async throws {
        let barricade = Barricade(ResponseSets.all) {
            $0.presets = Presets.all
            $0.launchOptions = .process
        }
        // All that it takes for a test in another process to reach the barricade.
        await barricade.openPanelIfRequested()

        let app = Storefront(client: BookshopClient(session: barricade.session))
        while let title = readLine() {
            guard let page = Page(rawValue: title) else {
                write("There is no page \"\(title)\".")
                continue
            }
            let screen = await app.open(page)
            let texts = [screen.banner].compactMap(\.self) + screen.rows.map(\.text)
            write("\(screen.title): \(texts.joined(separator: " / "))")
        }
    }

    /// Writes at once: unlike `print`, nothing waits in a buffer when output is a pipe.
    private static func write(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }
}
