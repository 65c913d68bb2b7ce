#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Appearance {
        /// What opens each scene of the page.
        private static let scenes = [
            "a set": "document.querySelector('#set-list .row').click()",
            "a response": "document.querySelector('.response .round').click()",
            "an unmatched request": "document.querySelector('[data-outcome=unmatched]').click()",
            "an answered request": "document.querySelector('[data-outcome=answered]').click()",
            "a form": "document.querySelector('#new-set').click()",
            "about": "document.querySelector('#about').click()",
            "the reset": "document.querySelector('#reset').click()",
            "the release": "document.querySelectorAll('.held button')[2].click()",
            "the keys": "document.querySelector('#help').click()",
        ]

        /// Shows each scene, with requests of all kinds in the log.
        private func forEachScene(
            _ body: (_ app: ShownApp, _ name: String) async throws -> Void
        ) async throws {
            try await ShownApp.withPage { app in
                try app.barricade.select("Locked", for: "Login")
                try await app.send("/login", method: "POST")
                try await app.send("/nowhere/a-long-path-without-any-place-to-break-it-into-lines")
                try await app.send("/books")
                try app.barricade.setMode(.held, for: "Login")
                try app.barricade.setMode(.live, for: "Profile")
                async let held = app.send("/login", method: "POST")
                try await app.tab.wait(until: "document.querySelector('#waiting .held') !== null")
                try await app.tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 4")
                for (name, script) in Self.scenes.sorted(by: { $0.key < $1.key }) {
                    try await app.tab.evaluate("document.querySelector('dialog[open]')?.close()")
                    if name == "a response" {
                        try await app.tab.evaluate(Self.scenes["a set"] ?? "")
                        try await app.tab.wait(
                            until: "!document.querySelector('.response .round').disabled")
                    }
                    try await app.tab.evaluate(script)
                    try await app.tab.wait(
                        until: "document.querySelector('dialog[open], #detail h2') !== null")
                    try await body(app, name)
                }
                app.barricade.releaseAll()
                #expect(try await held == 423)
            }
        }

        /// The rarer schemes take half a minute, so they are looked at with the long tests.
        private static let rarer =
            ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"] == nil
            ? [] : [("dark", "more", "none"), ("light", "more", "active")]

        @Test(
            arguments: [
                ("light", "no-preference", "none"), ("dark", "no-preference", "none"),
                ("light", "more", "none"),
            ] + rarer)
        func everythingIsSeenInEachState(
            scheme: String, contrast: String, forced: String
        ) async throws {
            var all: [Contrast] = []
            try await forEachScene { app, scene in
                try await app.tab.prefer(colours: scheme, contrast: contrast, forced: forced)
                all += try await app.tab.contrasts(in: scene)
                if scene == "about" {
                    await app.panel.openPort.sleep()
                    try await app.tab.wait(for: "The app sleeps or has ended.")
                    all += try await app.tab.contrasts(in: "away")
                    await app.panel.openPort.wake()
                    try await app.tab.wait(until: "document.querySelector('#banner').hidden")
                }
            }
            // Each part in each state of each scene: some thousands.
            #expect(all.count > 1_000)
            var seen: Set<String> = []
            let lowest = all.sorted { $0.ratio / $0.wanted < $1.ratio / $1.wanted }
                .filter { seen.insert($0.key).inserted }
            print("The lowest contrasts in \(scheme) colours, \(contrast), forced \(forced):")
            for contrast in lowest.prefix(5) { print("  \(contrast)") }
            #expect(all.filter { $0.ratio < $0.wanted }.map(\.description) == [])
        }

        @Test func nothingScrollsSideways() async throws {
            try await forEachScene { app, scene in
                // 640 by 400 is a window of 1280 by 800 that is enlarged to 200 %.
                for (width, height) in [(320, 568), (640, 400)] {
                    try await app.tab.resize(width: width, height: height)
                    for part in ["sets", "detail", "log"] {
                        let tooWide = try await app.tab.evaluate(
                            """
                            document.querySelector('[data-show=\(part)]').click();
                            [document.documentElement, ...document.querySelectorAll('.scroll, .tools, dialog[open], .bar')]
                                .filter((it) => it.scrollWidth > it.clientWidth && it.clientWidth > 0)
                                .map((it) => `${it.localName}#${it.id}.${it.className}`)
                            """)
                        #expect(tooWide == [], "\(part) in \(scene), \(width) wide")
                    }
                }
            }
        }
    }
}
#endif
