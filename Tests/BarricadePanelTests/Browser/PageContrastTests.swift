#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Appearance {
        /// What opens each scene of the page.
        static let scenes = [
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
            let wide = ResponseSet(
                "Wide", on: .get("/wide"), group: String(repeating: "Group", count: 30)
            ) { CannedResponse() }
            try await ShownApp.withPage([
                ShownApp.login, ShownApp.profile, ShownApp.books, ShownApp.health, wide,
            ]) { app in
                try app.barricade.select("Locked", for: "Login")
                try await app.send("/login", method: "POST")
                try await app.send("/nowhere/a-long-path-without-any-place-to-break-it-into-lines")
                try await app.send("/books")
                try app.barricade.setMode(.held, for: "Login")
                try app.barricade.setMode(.live, for: "Profile")
                async let held = app.send("/login", method: "POST")
                try await app.tab.perform(
                    .until("document.querySelector('#waiting .held') !== null"),
                    .until("document.querySelectorAll('#log-list .row').length === 4"))
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

        /// The colours that a person may ask for: the scheme, more contrast, forced colours.
        ///
        /// The rarer ones take half a minute, so they are looked at with the long tests.
        private static let allColours =
            [
                ("light", "no-preference", "none"), ("dark", "no-preference", "none"),
                ("light", "more", "none"),
            ] + (isLong ? [("dark", "more", "none"), ("light", "more", "active")] : [])
        private static let isLong =
            ProcessInfo.processInfo.environment["BARRICADE_ENDURANCE"] != nil

        @Test func everythingIsSeenHasANameAndFitsInEachScene() async throws {
            var all: [String: [Contrast]] = [:]
            try await forEachScene { app, scene in
                try await expectNames(in: scene, of: app.tab)
                for (scheme, contrast, forced) in Self.allColours {
                    try await app.tab.prefer(colours: scheme, contrast: contrast, forced: forced)
                    let colours = "\(scheme) colours, \(contrast), forced \(forced)"
                    // More contrast only puts one colour for another, for controls as for the rest.
                    all[colours, default: []] += try await app.tab.contrasts(
                        in: scene, ofControls: contrast != "more" || Self.isLong)
                    guard scene == "about" else { continue }
                    await app.panel.openPort.sleep()
                    try await app.tab.see("The app sleeps or has ended.")
                    all[colours, default: []] += try await app.tab.contrasts(
                        in: "away", ofControls: false)
                    await app.panel.openPort.wake()
                    try await app.tab.wait(until: "document.querySelector('#banner').hidden")
                }
                try await expectNothingScrollsSideways(in: scene, of: app.tab)
            }
            for (colours, contrasts) in all {
                // Each part in each state of each scene: some thousands.
                #expect(contrasts.count > 1_000)
                var seen: Set<String> = []
                let lowest = contrasts.sorted { $0.ratio / $0.wanted < $1.ratio / $1.wanted }
                    .filter { seen.insert($0.key).inserted }
                print("The lowest contrasts of \(contrasts.count) in \(colours):")
                for contrast in lowest.prefix(5) { print("  \(contrast)") }
                #expect(
                    contrasts.filter { $0.ratio < $0.wanted }.map(\.description) == [],
                    "in \(colours)")
            }
        }

        /// Grounds and shadows are gone then.
        @Test func forcedColoursTellWhatIsChosen() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await tab.prefer(colours: "dark", forced: "active")
                try await tab.perform(
                    .click(.button("Books, Two, 200 OK")),
                    .until("document.querySelector('.matcher')"))
                try await tab.resize(width: 400, height: 800)
                try await app.expect(
                    """
                    (() => {
                        const styles = (selector) => [...document.querySelectorAll(selector)]
                            .map((it) => [it, getComputedStyle(it)]);
                        const chosen = (selector, property) => {
                            const values = styles(selector).map(([, style]) => style[property]);
                            return values.filter((value) => value !== values.at(-1)).length;
                        };
                        return [
                            styles('#set-list li')
                                .filter(([, style]) => style.borderInlineStartWidth === '6px')
                                .map(([it]) => it.querySelector('.name').textContent).join(),
                            chosen('.tabs button', 'backgroundColor'),
                            chosen('.segments span', 'backgroundColor'),
                            styles('.badge:not([hidden]), .chip').every(([, style]) =>
                                style.borderStyle !== 'none'),
                        ];
                    })()
                    """, ["Books", 1, 1, true])
            }
        }

        private func expectNames(in scene: String, of tab: Tab) async throws {
            let controls = ["button", "combobox", "searchbox", "radio", "region", "navigation"]
            let tree = try await tab.accessibilityTree()
            let unnamed = tree.filter { controls.contains($0.role) && $0.name.isEmpty }
            #expect(unnamed.map(\.role) == [], "in \(scene)")
            #expect(tree.contains { $0.role == "button" }, "in \(scene)")
        }

        private func expectNothingScrollsSideways(in scene: String, of tab: Tab) async throws {
            // 640 by 400 is a window of 1280 by 800 that is enlarged to 200 %.
            // At 900 the columns begin to stand beside each other.
            for (width, height) in [(320, 568), (640, 400), (900, 600)] {
                try await tab.resize(width: width, height: height)
                for part in ["sets", "detail", "log"] {
                    let tooWide = try await tab.evaluate(
                        """
                        document.querySelector('[data-show=\(part)]').click();
                        [document.documentElement, ...document.querySelectorAll('.scroll, .tools, dialog[open], .bar')]
                            .filter((it) => it.scrollWidth > it.clientWidth && it.clientWidth > 0)
                            .map((it) => `${it.localName}#${it.id}.${it.className}`)
                        """)
                    #expect(tooWide == [], "\(part) in \(scene), \(width) wide")
                }
            }
            try await tab.resize()
        }
    }
}
#endif
