#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Accessibility {
        @Test func whatHasChangedIsSaidAndTheFocusStays() async throws {
            try await ShownApp.withPage { app in
                func heard(_ sentence: String) async throws {
                    try await app.tab.wait(
                        until:
                            "document.querySelector('[role=status]').innerText === \(sentence.asScript)"
                    )
                }
                try await app.send("/books")
                let row = "GET https://api.example.com/books, 200 OK, Books, Two"
                try await app.tab.focus(.button(row))
                try app.barricade.select("Locked", for: "Login")
                try await heard("Login, Locked, 423 locked, changed.")
                try app.barricade.setMode(.live, for: "Health")
                try await heard("Health, Fine, the real server, live, changed.")
                app.barricade.reset()
                try await heard("All sets are at their defaults.")
                try await app.send("/nowhere")
                try await heard("1 request matched no set.")
                try app.barricade.apply("No Network")
                try await heard("3 sets changed. The preset No Network is applied.")
                try await app.tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 2")
                #expect(
                    try await app.tab.evaluate("document.activeElement.ariaLabel") == .string(row))
            }
        }
    }
}
#endif
