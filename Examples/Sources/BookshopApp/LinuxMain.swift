#if !canImport(SwiftUI)
import Foundation

/// The program where there is no SwiftUI: it says so, and fails.
@main
enum BookshopApp {
    static func main() {
        let text = """
            BookshopApp needs an Apple platform, since its views are SwiftUI's.

            To see the same shop in a terminal:
              swift run --package-path Examples Demo

            """
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
        exit(1)
    }
}
#endif
