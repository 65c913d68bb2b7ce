#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Opening {
        @Test func asksForFourThingsAndKeepsTheTokenAndPins() async throws {
            try await ShownApp.withPage { app in
                try await app.tab.perform(
                    .see("All sets are at their defaults"),
                    .see("No request has come."))
                let names = try PageFiles.all.map { try URL($0.path).path }
                let root = "http://127.0.0.1:\(app.panel.port)/"
                let wanted = names.map { $0 == "index.html" ? "" : $0 } + ["api/v1/events?for=page"]
                #expect(app.tab.requests.sorted() == wanted.map { root + $0 }.sorted())
                #expect(try await app.tab.evaluate("location.href") == .string(root))
                // Pins and groups stay as they are when it is loaded anew.
                let titles =
                    "[...document.querySelectorAll('#set-list h2')].map((it) => it.innerText)"
                try await app.tab.perform(
                    .focus(.button("Books, Two, 200 OK")),
                    .press("p"),
                    .until("\(titles).join() === 'Pinned,Account,Other sets'"),
                    .click(.button("Account, 2 sets")),
                    .until("document.querySelectorAll('#set-list .row').length === 2"))
                try await app.tab.reload()
                try await app.tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 2")
                #expect(
                    try await app.tab.evaluate("\(titles).join()") == "Pinned,Account,Other sets")
            }
        }

        /// As browsers do whose people have blocked cookies.
        @Test func worksThoughTheBrowserKeepsNothingForIt() async throws {
            let refusal = """
                Storage.prototype.getItem = Storage.prototype.setItem = () => {
                    throw new DOMException('Access is denied.', 'SecurityError');
                };
                """
            try await ShownApp.withPage([ShownApp.books], running: refusal) { app in
                try await app.tab.reload()
                try await app.tab.perform(
                    .focus(.button("Books, Two, 200 OK")), .press("p"),
                    .until("document.querySelector('#set-list h2').innerText === 'Pinned'"))
            }
        }

        @Test func saysWhatItNeedsToStart() async throws {
            let panel = try await barricade.openPanel()
            try await Browser.withTab { tab in
                try await tab.send("Emulation.setScriptExecutionDisabled", ["value": true])
                try await tab.open(try URL("\(panel)"))
                // Timers and promises of the page do not run either.
                await tab.loaded.wait { $0.contains { $0.contains(":\(panel.port)/") } }
                let text = try await tab.evaluate("document.body.innerText").string ?? ""
                #expect(text.contains("This page needs JavaScript"))
                #expect(!text.contains("Starting…"))
                try await tab.send("Emulation.setScriptExecutionDisabled", ["value": false])
                // It starts until its script runs.
                try await tab.send("Network.setBlockedURLs", ["urls": ["*.js"]])
                try await tab.reload()
                try await tab.see("Starting…")
                try await tab.send("Network.setBlockedURLs", ["urls": []])
                try await tab.reload()
                try await tab.see("This address is not complete.")
                #expect(tab.requests.count { $0.contains("/events") } == 0)
                let other = "\(panel)#token=AAAAAAAAAAAAAAAAAAAAAA"
                try await tab.open(try URL(other))
                try await tab.perform(
                    .see("The address has changed"),
                    .see("Open the address that this launch has written to its console."),
                    // It stops asking with a token that is refused.
                    .see("This page has stopped asking."))
                #expect(tab.requests.count { $0.contains("/events") } == 3)
                #expect(
                    try await tab.evaluate("document.body.innerText.includes('Login')") == false)
                // It takes the token of a new address in the same tab.
                try await tab.open(panel.url)
                try await tab.wait(until: "document.querySelector('[data-set]') !== null")
            }
            await panel.close()
        }

        private let barricade = Barricade([ShownApp.login])
    }
}
#endif
