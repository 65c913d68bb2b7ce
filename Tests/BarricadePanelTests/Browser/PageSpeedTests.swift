#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Speed {
        private static func sets(_ count: Int) -> [ResponseSet] {
            (0..<count).map { number in
                ResponseSet(
                    "Set \(number)", on: .get("/things/\(number)"), group: "Group \(number % 10)"
                ) {
                    CannedResponse("Found", json: ["number": JSONValue(number)])
                    CannedResponse("Missing", status: .notFound)
                    CannedResponse("Offline", error: .notConnectedToInternet)
                }
            }
        }

        /// Whether the times count: only an idle machine and an optimized build can tell.
        private static let isMeasured =
            ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"] != nil

        @Test(
            arguments: isMeasured
                ? [(3, 100.0), (200, 100), (1_000, 100), (10_000, 300)] : [(200, 100)])
        func changesShowAtOnce(count: Int, longest: Double) async throws {
            let start = Date()
            let requestsOfWorker = Self.isMeasured ? 250 : 25
            try await ShownApp.withPage(Self.sets(count), presets: []) { app in
                let tab = app.tab
                let opening = try await tab.evaluate(
                    """
                    performance.getEntriesByType('resource').length + 1
                        + ' requests; sets after ' + Math.round(performance.now()) + ' ms'
                    """)
                print(
                    "Opened with \(count) sets:", opening.string ?? "",
                    Date().timeIntervalSince(start))
                #expect(tab.requests.count == 4)
                await withTaskGroup(of: Void.self) { group in
                    for worker in 0..<4 {
                        group.addTask {
                            for number in 0..<requestsOfWorker {
                                _ = try? await app.send(
                                    "/things/\((worker * requestsOfWorker + number) % count)")
                            }
                        }
                    }
                }
                try await tab.wait(
                    until: """
                        document.querySelectorAll('#log-list .row').length
                            === \(4 * requestsOfWorker)
                        """)
                #expect(
                    try await tab.evaluate("document.querySelectorAll('#set-list .row').length")
                        == .integer(min(count, 1_000)))

                var (selections, requests): ([Double], [Double]) = ([], [])
                for turn in 0..<(Self.isMeasured ? 40 : 2) {
                    let response = turn.isMultiple(of: 2) ? "Missing" : "Found"
                    selections.append(
                        try await time(in: tab, until: "menu.value === '\(response)'") {
                            try app.barricade.select(response, for: "Set 0")
                        })
                    let number = 100 + turn
                    requests.append(
                        try await time(in: tab, until: "first.innerText.endsWith('/100\(number)')")
                        {
                            try await app.send("/things/100\(number)")
                        })
                }
                for (what, times) in [("selection", selections), ("request", requests)] {
                    let slowest = times.sorted()[Int(Double(times.count) * 0.95) - 1]
                    print("With \(count) sets, 95 % of each \(what) show within", slowest, "ms.")
                    #expect(!Self.isMeasured || slowest <= longest, "\(what)")
                }
            }
        }

        @Test func theFirstSetsSayHowManyMoreThereAre() async throws {
            let observer = """
                new MutationObserver(() => {
                    if (!document.querySelector('#set-list .row')) return;
                    globalThis.firstShown ??= document.querySelector('#more-sets').innerText;
                }).observe(document, { childList: true, subtree: true });
                """
            try await ShownApp.withPage(Self.sets(1_001), presets: [], running: observer) { app in
                try await app.expect(
                    "firstShown", "1 more set. Search for them, or Show All Sets")
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
                            const menu = document.querySelector('[aria-label="Response of Set 0"]');
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
