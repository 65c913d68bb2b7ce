#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Choosing {
        private let offline = URLError.notConnectedToInternet.rawValue

        @Test func byMouse() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await tab.perform(
                    .click(.button("Login, Success, 200 OK")),
                    .click(.radio("Locked")))
                try await app.wait(for: "Locked", of: "Login")
                #expect(try await app.send("/login", method: "POST") == 423)
                try await tab.perform(
                    .see("1 selected"),
                    .click(.radio("Offline")))
                try await app.wait(for: "Offline", of: "Login")
                #expect(try await app.send("/login", method: "POST") == offline)
                // In the menu of a row.
                try await tab.choose("None", in: .menu("Response of Books"))
                try await app.wait(for: "None", of: "Books")
                try await tab.perform(
                    .see("2 selected"),
                    // A preset, and what is left of it.
                    .click(.button("No Network")))
                try await app.wait(for: "Offline", of: "Profile")
                #expect(try await app.send("/profile") == offline)
                try await tab.perform(
                    .see("✓ No Network"),
                    .choose("Success", in: .menu("Response of Login")),
                    .see("✎ No Network modified"))
                let network = try #require(NetworkConditions.presets.first).name
                try await tab.choose(network, in: .menu("Network"))
                try await app.wait(network) { $0.networkConditions == network }
                try await tab.choose("As it is", in: .menu("Network"))
                try await app.wait("no conditions") { $0.networkConditions == nil }
                try await tab.choose("Pass through", in: .menu("Unmatched requests"))
                try await app.wait("pass through") {
                    $0.unmatchedPolicy == "\(UnmatchedPolicy.passThrough)"
                }
            }
        }

        @Test func byKeyboard() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                for key in ["/", "l", "o", "g", "i", "n"] { try await tab.press(key) }
                try await tab.perform(
                    .until("document.querySelectorAll('#set-list .row').length === 1"),
                    .press("ArrowDown"),
                    .press("2"))
                try await app.wait(for: "Locked", of: "Login")
                #expect(try await app.send("/login", method: "POST") == 423)
                try await tab.wait(until: "document.activeElement.innerText.includes('1 request')")
                let login = "Login, Locked, 423 locked, changed, 1 request"
                #expect(try await tab.has(.button(login)))
                try await tab.press("m")
                try await app.wait(for: "Locked", of: "Login", mode: .live)
                try await tab.perform(
                    .until("document.activeElement.innerText.includes('Live')"),
                    .press("m"))
                try await app.wait(for: "Locked", of: "Login", mode: .held)
                try await tab.perform(
                    .until("document.activeElement.innerText.includes('Held')"),
                    .press("9"),
                    .press("m"))
                try await app.wait(for: "Locked", of: "Login")
                try await tab.perform(
                    .press("/"),
                    .press("Escape"),
                    .until("document.querySelectorAll('#set-list .row').length === 4"),
                    // Arrows go through the sets, and open them.
                    .focus(.button(login)))
                for _ in 0..<2 { try await tab.press("ArrowDown") }
                try await tab.perform(
                    .until("document.querySelector('.headline').innerText === 'Books'"),
                    .press("Home"),
                    .until("document.querySelector('.headline').innerText === 'Login'"),
                    .press("End"),
                    .until("document.activeElement.ariaLabel === 'Health, Fine, 204 no content'"),
                    // The keys are explained, in a dialog that takes them.
                    .press("?"),
                    .see("Release the request that has waited longest"),
                    .press("/"))
                let dialog = try await tab.evaluate("document.querySelector('dialog[open]').id")
                #expect(dialog == "help-dialog")
                try await tab.perform(
                    .click(.button("Done")),
                    .until("document.querySelector('dialog[open]') === null"))
            }
        }

        @Test func aChoiceCanFailBeUndoneOrComeLate() async throws {
            try await ShownApp.withPage { app in
                // What fails says why, and the control shows what is so: as from a page that does
                // not know yet that the response is gone.
                try await app.tab.call(
                    """
                    this.add(new Option('Gone'));
                    this.value = 'Gone';
                    this.dispatchEvent(new Event('change'));
                    """, on: .menu("Response of Login"))
                try await app.tab.perform(
                    .see("Set \"Login\" has no response named \"Gone\"."),
                    .until("document.querySelector('#set-list select').value === 'Success'"),
                    .click(.button("Dismiss")),
                    .until("document.querySelector('#message').hidden"))
                // A reset says what it changes, and can be undone.
                try app.barricade.select("Locked", for: "Login")
                try app.barricade.setMode(.live, for: "Books")
                try await app.tab.perform(
                    .see("1 selected, 1 live"),
                    .click(.button("Reset…")),
                    .see("Login: Locked to Success"),
                    .see("Books: live to barricaded"),
                    .click(.button("Reset")),
                    .see("All sets are at their defaults"),
                    .see("Reset of 2 sets"),
                    .click(.button("Undo")),
                    .see("1 selected, 1 live"))
                let overview = app.barricade.overview
                #expect(overview["Login"]?.selectedResponse == "Locked")
                #expect(overview["Books"]?.mode == .live)
                #expect(try await app.tab.has(.button("Undo")) == false)
                // An answer that comes late changes nothing.
                try await app.tab.evaluate(
                    """
                    const real = globalThis.fetch;
                    globalThis.fetch = async (url, options) => {
                        const answer = await real(url, options);
                        if (options?.method === 'PATCH') {
                            await new Promise((resolve) => { globalThis.letGo = resolve; });
                        }
                        return answer;
                    };
                    """)
                try await app.tab.choose("Offline", in: .menu("Response of Profile"))
                try await app.wait(for: "Offline", of: "Profile")
                try app.barricade.setMode(.live, for: "Profile")
                try await app.tab.perform(
                    .see("2 selected, 2 live"),
                    .until("globalThis.letGo !== undefined"))
                try await app.tab.evaluate("globalThis.letGo()")
                try app.barricade.setMode(.held, for: "Login")
                try await app.tab.see("2 selected, 2 live, 1 held")
            }
        }
    }
}
#endif
