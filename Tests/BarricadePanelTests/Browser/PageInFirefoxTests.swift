#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import BarricadeSurfaces
import Testing

@testable import TestSupport

/// What `PageTests` see of contrast, names and keys in Chromium, in Firefox.
///
/// Forced colours are those of the desktop there, and GTK's own have a contrast of 2.9 between
/// `Highlight` and its text; so they are left to Chromium.
@Suite(
    .onOwnThreads, .fewPagesAtOnce, .timeLimit(.minutes(10)),
    .enabled(if: Firefox.program != nil, "No Firefox was found. Name yours: FIREFOX=…"))
struct PageInFirefoxTests {
    @Test func keysAndColoursAndNamesAreAsInChromium() async throws {
        let sets = [ShownApp.login, ShownApp.profile, ShownApp.books, ShownApp.health]
        let barricade = Barricade(sets) { $0.presets = [Preset("No Network", everySet: "Offline")] }
        let panel = try await barricade.openPanel()
        let firefox = try await Firefox.start()
        try await firefox.open(panel.url)
        try await firefox.wait(until: "document.querySelectorAll('#set-list .row').length === 4")
        try await choose(by: firefox, in: barricade)
        try await look(by: firefox, at: barricade)
        await panel.close()
    }

    /// Searches for a set, chooses how it answers, and goes through the sets, by keys alone.
    private func choose(by firefox: Firefox, in barricade: Barricade) async throws {
        for key in ["/", "l", "o", "g", "i", "n"] { try await firefox.press(key) }
        try await firefox.wait(until: "document.querySelectorAll('#set-list .row').length === 1")
        for key in ["ArrowDown", "2"] { try await firefox.press(key) }
        try await wait(in: barricade) { $0["Login"]?.selectedResponse == "Locked" }
        try await firefox.wait(until: "document.activeElement.innerText.includes('423 locked')")
        try await firefox.press("m")
        try await wait(in: barricade) { $0["Login"]?.mode == .live }
        for key in ["/", "Escape"] { try await firefox.press(key) }
        try await firefox.wait(until: "document.querySelectorAll('#set-list .row').length === 4")
        for key in ["ArrowDown", "End"] { try await firefox.press(key) }
        try await firefox.wait(until: "document.activeElement.ariaLabel?.startsWith('Health')")
        try await firefox.press("?")
        try await firefox.wait(until: "document.querySelector('dialog[open]').id === 'help-dialog'")
        try await firefox.press("Escape")
        try await firefox.wait(until: "document.querySelector('dialog[open]') === null")
    }

    /// Looks at each scene: at what is seen, and at the names of controls.
    private func look(by firefox: Firefox, at barricade: Barricade) async throws {
        for path in ["/books", "/nowhere"] {
            let url = try URL("https://api.example.com\(path)")
            _ = try? await barricade.session.data(from: url)
        }
        try await firefox.wait(until: "document.querySelectorAll('#log-list .row').length === 2")
        try barricade.setMode(.held, for: "Profile")
        // It waits for all scenes, however long a busy machine takes.
        let profile = URLRequest(
            url: try URL("https://api.example.com/profile"), timeoutInterval: 600)
        async let held = barricade.session.data(for: profile)
        try await firefox.wait(until: "document.querySelector('#waiting .held') !== null")
        var (count, named) = (0, Set<String>())
        for (scene, script) in PageTests.Appearance.scenes.sorted(by: { $0.key < $1.key }) {
            try await firefox.evaluate("document.querySelector('dialog[open]')?.close()")
            if scene == "a response" {
                try await firefox.evaluate(PageTests.Appearance.scenes["a set"] ?? "")
                let button = "document.querySelector('.response .round')"
                try await firefox.wait(until: "!\(button).disabled")
            }
            try await firefox.evaluate(script)
            try await firefox.wait(
                until: "document.querySelector('dialog[open], #detail h2') !== null")
            for scheme in ["light", "dark"] {
                try await firefox.prefer(colours: scheme)
                let contrasts = try await firefox.contrasts(in: scene, ofControls: true)
                count += contrasts.count
                let low = contrasts.filter { $0.ratio < $0.wanted }.map(\.description)
                #expect(low == [], "in \(scheme) colours")
            }
            let controls = try await firefox.controls(besides: named)
            #expect(controls.filter(\.name.isEmpty).map(\.id) == [], "in \(scene)")
            named.formUnion(controls.map(\.id))
        }
        #expect(count > 1_000)
        #expect(named.count > 50)
        barricade.releaseAll()
        _ = try await held
    }

    private func wait(
        in barricade: Barricade, until condition: (BarricadeOverview) -> Bool
    ) async throws {
        for await overview in barricade.overviews where condition(overview) { return }
    }
}
#endif
