#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Opening {
        @Test func takesTheTokenOutOfTheAddress() async throws {
            try await ShownApp.withPage { app in
                try await app.tab.wait(for: "All sets are at their defaults")
                let address = try await app.tab.evaluate("location.href")
                #expect(address == .string("http://127.0.0.1:\(app.panel.port)/"))
                try await app.tab.reload()
                try await app.tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 4")
            }
        }

        @Test func asksForFourThings() async throws {
            try await ShownApp.withPage { app in
                try await app.tab.wait(for: "No request has come.")
                let names = try PageFiles.all.map { try #require(URL(string: $0.path)).path }
                let root = "http://127.0.0.1:\(app.panel.port)/"
                let wanted = names.map { $0 == "index.html" ? "" : $0 } + ["api/v1/events?for=page"]
                #expect(Set(app.tab.requests) == Set(wanted.map { root + $0 }))
                #expect(app.tab.requests.count == 4)
            }
        }

        @Test func saysThatItNeedsJavaScript() async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.send("Emulation.setScriptExecutionDisabled", ["value": true])
                try await tab.open(panel.url)
                // Timers and promises of the page do not run either.
                await tab.loaded.wait { $0.contains { $0.contains(":\(panel.port)/") } }
                let text = try await tab.evaluate("document.body.innerText").string ?? ""
                #expect(text.contains("This page needs JavaScript"))
                #expect(!text.contains("Starting…"))
            }
            await panel.close()
        }

        @Test func saysThatItStartsUntilItsScriptRuns() async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.send("Network.setBlockedURLs", ["urls": ["*.js"]])
                try await tab.open(panel.url)
                try await tab.wait(for: "Starting…")
                try await tab.send("Network.setBlockedURLs", ["urls": []])
                try await tab.reload()
                try await tab.wait(until: "document.querySelector('#banner').hidden")
            }
            await panel.close()
        }

        @Test func stopsAskingWithATokenThatIsRefused() async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.open(
                    try #require(URL(string: "\(panel)#token=AAAAAAAAAAAAAAAAAAAAAA")))
                try await tab.wait(for: "print(panel.url) writes it to the console.")
                try await tab.wait(for: "This page has stopped asking.")
                #expect(tab.requests.count { $0.contains("/events") } == 3)
            }
            await panel.close()
        }

        @Test(
            arguments: [
                ("", "This address is not complete."),
                ("#token=AAAAAAAAAAAAAAAAAAAAAA", "The address has changed"),
            ])
        func saysWhatIsWrongWithTheAddress(fragment: String, message: String) async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.open(try #require(URL(string: "\(panel)\(fragment)")))
                try await tab.wait(for: message)
                #expect(
                    try await tab.evaluate("document.body.innerText.includes('Login')") == false)
            }
            await panel.close()
        }

        @Test func takesTheTokenOfANewAddressInTheSameTab() async throws {
            let barricade = Barricade([ShownApp.login])
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.open(
                    try #require(URL(string: "\(panel)#token=AAAAAAAAAAAAAAAAAAAAAA")))
                try await tab.wait(for: "The address has changed")
                try await tab.open(panel.url)
                try await tab.wait(until: "document.querySelector('[data-set]') !== null")
            }
            await panel.close()
        }
    }
}
#endif
