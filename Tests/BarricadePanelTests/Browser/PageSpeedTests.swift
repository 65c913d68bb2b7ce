#if os(Linux) || os(macOS)
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Speed {
        private static let sets = (0..<500).map { number in
            ResponseSet(
                "Set \(number)", on: .get("/things/\(number)"), group: "Group \(number % 10)"
            ) {
                CannedResponse("Found", json: ["number": JSONValue(number)])
                CannedResponse("Missing", status: .notFound)
                CannedResponse("Offline", error: .notConnectedToInternet)
            }
        }

        /// The longest time that a change may take to show, in milliseconds; only an idle machine can
        /// tell, so it counts where `BARRICADE_ENDURANCE` is set.
        private static let longest =
            ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"] == nil ? .infinity : 100.0

        @Test func fiveHundredSetsAndAThousandRequestsStayFluent() async throws {
            try await ShownApp.withPage(Self.sets, presets: []) { app in
                let tab = app.tab
                await withTaskGroup(of: Void.self) { group in
                    for worker in 0..<4 {
                        group.addTask {
                            for number in 0..<250 {
                                _ = try? await app.send("/things/\((worker * 250 + number) % 500)")
                            }
                        }
                    }
                }
                try await tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 1000")
                #expect(
                    try await tab.evaluate("document.querySelectorAll('#set-list .row').length")
                        == 500)

                var selections: [Double] = []
                var requests: [Double] = []
                for turn in 0..<8 {
                    let response = turn.isMultiple(of: 2) ? "Missing" : "Found"
                    selections.append(
                        try await time(in: tab, until: "menu.value === '\(response)'") {
                            try app.barricade.select(response, for: "Set 250")
                        })
                    let number = 100 + turn
                    requests.append(
                        try await time(in: tab, until: "first.innerText.endsWith('/100\(number)')")
                        {
                            try await app.send("/things/100\(number)")
                        })
                }
                print("A selection shows after", selections, "ms; a request after", requests, "ms.")
                #expect(try #require(selections.min()) < Self.longest)
                #expect(try #require(requests.min()) < Self.longest)
            }
        }

        /// Returns the milliseconds from a change in the app until the page has drawn it.
        private func time(
            in tab: Tab, until condition: String, of change: () async throws -> Void
        ) async throws -> Double {
            // There are at most ten overviews a second; each change is to have one of its own.
            try await tab.evaluate(
                """
                new Promise((resolve) => setTimeout(resolve, 150)).then(() => {
                    globalThis.shown = new Promise((resolve) => {
                        const look = () => {
                            const menu = document.querySelector('[aria-label="Response of Set 250"]');
                            const first = document.querySelector('#log-list .url');
                            if (\(condition)) requestAnimationFrame(() => resolve(Date.now()));
                            else requestAnimationFrame(look);
                        };
                        look();
                    });
                })
                """)
            let start = Date().timeIntervalSince1970 * 1_000
            try await change()
            let end = try await tab.evaluate("globalThis.shown").double ?? .infinity
            return (end - start).rounded()
        }
    }
}
#endif
