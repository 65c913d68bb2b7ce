import Barricade
import BarricadeFolder
import BarricadePanel
import Bookshop
import BookshopResponses
import Foundation

/// A bookshop's app behind a barricade: a menu to play with, or a tour where nobody is there.
///
/// With `--folder`, the sets are written to a folder first, and read from it. With `--panel`, they can
/// be chosen in a browser too.
@main
enum Demo {
    static func main() async throws {
        let isInFolder = CommandLine.arguments.contains("--folder")
        let hasPanel = CommandLine.arguments.contains("--panel")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Bookshop-\(UUID().uuidString)", isDirectory: true)
        let barricade = try isInFolder ? fromFolder(folder) : inCode()

        let panel = hasPanel ? try await barricade.openPanel() : nil

        // All that the app is told: which session to use.
        let app = Storefront(client: BookshopClient(session: barricade.session))

        if Terminal.isInteractive {
            if isInFolder { Terminal.write("Edit the sets in \(folder.path), and see.\n") }
            await Menu(barricade: barricade, app: app, panel: panel?.url).run()
        } else {
            if let panel { Terminal.write("Panel: \(panel.url)\n") }
            let isGood = await Tour(barricade: barricade, app: app).run()
            if isInFolder { try FileManager.default.removeItem(at: folder) }
            if !isGood { Terminal.fail() }
        }
    }

    private static func inCode() -> Barricade {
        Barricade(ResponseSets.all) { $0.presets = Presets.all }
    }

    private static func fromFolder(_ folder: URL) throws -> Barricade {
        try inCode().write(to: folder)
        return try Barricade(folder: .directory(folder), watching: true)
    }
}
