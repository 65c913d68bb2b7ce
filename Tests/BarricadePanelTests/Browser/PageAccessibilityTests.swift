#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Accessibility {
        @Test func everyControlHasAName() async throws {
            try await ShownApp.withPage { app in
                try app.barricade.setMode(.held, for: "Login")
                async let held = app.send("/login", method: "POST")
                try await app.send("/nowhere")
                try await app.tab.wait(for: "1 held, 1 waiting")
                let controls = ["button", "combobox", "searchbox", "radio", "region", "navigation"]
                for place in ["#set-list .row", ".response .round", "#log-list .row", "#about"] {
                    try await app.tab.wait(until: "document.querySelector('\(place)') !== null")
                    try await app.tab.evaluate("document.querySelector('\(place)').click()")
                    try await app.tab.wait(until: "document.querySelector('#detail h2') !== null")
                    let tree = try await app.tab.accessibilityTree()
                    let unnamed = tree.filter { controls.contains($0.role) && $0.name.isEmpty }
                    #expect(unnamed.map(\.role) == [], "in \(place)")
                    #expect(tree.contains { $0.role == "button" && $0.name == "Release All" })
                    if place == "#set-list .row" {
                        try await app.tab.wait(
                            until: "!document.querySelector('.response .round').disabled")
                    }
                }
                app.barricade.releaseAll()
                #expect(try await held == 200)
            }
        }

        @Test func saysWhatHasChanged() async throws {
            try await ShownApp.withPage { app in
                func heard(_ sentence: String) async throws {
                    try await app.tab.wait(
                        until:
                            "document.querySelector('[role=status]').innerText === \(sentence.asScript)"
                    )
                }
                try app.barricade.select("Locked", for: "Login")
                try await heard("Login, Locked, 423 locked, changed.")
                try app.barricade.setMode(.live, for: "Books")
                try await heard("Books, Two, the real server, live, changed.")
                app.barricade.reset()
                try await heard("All sets are at their defaults.")
                try await app.send("/nowhere")
                try await heard("1 request matched no set.")
                try app.barricade.apply("No Network")
                try await heard("3 sets changed. The preset No Network is applied.")
            }
        }

        @Test func theFocusSurvivesChanges() async throws {
            try await ShownApp.withPage { app in
                try await app.send("/books")
                try await app.tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 1")
                let row = "GET https://api.example.com/books, 200 OK, Books, Two"
                try await app.tab.focus(.button(row))
                for _ in 0..<3 { try await app.send("/health") }
                try app.barricade.select("Locked", for: "Login")
                try await app.tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 4")
                try await app.tab.wait(for: "1 selected")
                #expect(
                    try await app.tab.evaluate("document.activeElement.ariaLabel") == .string(row))
            }
        }
    }
}
#endif
