import Barricade
import BarricadePanel
import BookshopResponses
import Foundation
import ProgramSupport

/// The bookshop's service on a port, for a browser, a web view, curl or another process.
@main
enum Serve {
    static func main() async {
        do {
            let options = try Options.read(Program.arguments)
            if options.isHelp { Program.write(Options.usage) } else { try await serve(options) }
        } catch let misuse as Misuse {
            Program.end(2, saying: "\(misuse)\n\n\(Options.usage)")
        } catch {
            Program.end(1, saying: error.localizedDescription)
        }
    }

    private static func serve(_ options: Options) async throws(BarricadeError) {
        let barricade = Barricade(ResponseSets.all, [News.set]) { $0.presets = Presets.all }
        let server = try await barricade.serve(
            port: options.port, as: options.base, allowing: options.origins)
        let panel = try await barricade.openPanel(port: options.panelPort)
        Program.write(
            """
            Serving \(options.base) at \(server.url)
            Choose what it answers at \(panel.url)

              curl -i \(server.url)v1/books
              curl -N \(server.url)v1/news

            Control-C ends it.

            """)
        for await case .ended(let request) in barricade.requestEvents {
            Program.write("\(request)")
        }
        withExtendedLifetime((server, panel)) {}
    }
}
