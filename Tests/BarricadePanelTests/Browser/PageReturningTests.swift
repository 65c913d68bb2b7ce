#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Returning {
        private let token = "a-token-of-its-own-1234"

        /// A browser opens six connections to one server, for all its tabs together.
        @Test func aHiddenPageLeavesItsConnectionToOthers() async throws {
            try await ShownApp.withPage { app in
                let events =
                    "performance.getEntriesByName(location.origin + '/api/v1/events?for=page')"
                func show(_ isShown: Bool) async throws {
                    try await app.tab.evaluate(
                        """
                        Object.defineProperty(
                            document, 'hidden', { value: \(!isShown), configurable: true });
                        document.dispatchEvent(new Event('visibilitychange'));
                        """)
                }
                #expect(try await app.tab.evaluate("\(events).length") == 0)
                try await show(false)
                // What has ended counts.
                try await app.tab.wait(until: "\(events).length === 1")
                try app.barricade.select("Locked", for: "Login")
                #expect(
                    try await app.tab.evaluate("document.querySelector('#banner').hidden") == true)
                try await show(true)
                try await app.tab.perform(
                    .until(
                        "document.querySelector('[aria-label=\"Response of Login\"]').value === 'Locked'"
                    ))
                #expect(app.tab.requests.count { $0.contains("/events") } == 2)
            }
        }

        @Test func comesBackWithTheAppAndWithAnotherLaunchAtTheSameAddressOnly() async throws {
            let launched = Barricade([ShownApp.login, ShownApp.books, ShownApp.health])
            let first = try await launched.openPanel(port: QuietPort.free(), token: token)
            try await Browser.withTab { tab in
                try await tab.open(first.url)
                try await tab.wait(
                    until: "document.querySelectorAll('#set-list .row').length === 3")
                let app = ShownApp(barricade: launched, panel: first, tab: tab)
                // Before there is a request, and afterwards.
                for (response, path, row) in [
                    ("Locked", "/health", "204 no content · Health, Fine"),
                    ("Offline", "/books", "200 OK · Books, Two"),
                ] {
                    await first.openPort.sleep()
                    let milliseconds = try await tab.wait(
                        until: "document.body.innerText.includes('The app sleeps or has ended.')")
                    // Not only because nothing has come for 40 seconds.
                    #expect(milliseconds < 30_000)
                    // What is missed meanwhile is there afterwards.
                    try launched.select(response, for: "Login")
                    try await app.send(path)
                    await first.openPort.wake()
                    try await tab.perform(
                        .until("document.querySelector('#banner').hidden"),
                        .until(
                            """
                            document.querySelector('[aria-label="Response of Login"]').value
                                === \(response.asScript)
                            """),
                        .see(row))
                }
                try await tab.evaluate("document.querySelector('#pause').click()")
                await first.close()
                try await tab.see("The app sleeps or has ended.")
                let barricade = Barricade([ShownApp.books, ShownApp.health])
                let second = try await barricade.openPanel(port: first.port, token: token)
                try await tab.perform(
                    .until("document.querySelectorAll('#set-list .row').length === 2"),
                    .see("No request has come."))
                await second.close()
                let third = try await barricade.openPanel(port: first.port)
                try await tab.see("The address has changed")
                try await tab.open(third.url)
                try await tab.wait(until: "document.querySelector('#banner').hidden")
                await third.close()
            }
        }

        /// Its requests have the same numbers.
        @Test func showsTheRequestsOfAnotherLaunchInPlaceOfThoseOfTheFirst() async throws {
            let first = try await launch(asking: "/books?first")
            try await Browser.withTab { tab in
                try await tab.open(first.panel.url)
                try await tab.wait(until: shows("/books?first"))
                try await first.end()
                try await tab.see("The app sleeps or has ended.")
                let second = try await launch(asking: "/books?second", port: first.panel.port)
                try await tab.wait(until: shows("/books?second"))
                try await second.end()
            }
        }

        /// Whether the log and the requests that wait have one of that path.
        private func shows(_ path: String) -> String {
            """
            ['#log-list .url', '#waiting .link'].every((it) =>
                document.querySelector(it)?.textContent.endsWith(\(path.asScript)))
            """
        }

        private struct Launch {
            let panel: Panel
            let request: Task<Void, any Error>

            func end() async throws {
                request.cancel()
                await panel.close()
            }
        }

        /// Launches an app with a request that waits.
        private func launch(asking path: String, port: UInt16 = 0) async throws -> Launch {
            let barricade = Barricade(ShownApp.books)
            let gate = try barricade.hold("Books")
            let request = Task {
                let url = try URL("https://api.example.com\(path)")
                _ = try await barricade.session.data(from: url)
            }
            try await gate.waitForRequest()
            let panel = try await barricade.openPanel(
                port: port == 0 ? QuietPort.free() : port, token: token)
            return Launch(panel: panel, request: request)
        }
    }
}
#endif
