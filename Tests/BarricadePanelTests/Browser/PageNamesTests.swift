#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Names {
        @Test func allAreShownAsTextThatFits() async throws {
            let html = "<img src=x onerror=\"document.title='owned'\"><b>&amp;</b>"
            let long = String(repeating: "Donaudampfschifffahrt", count: 12)
            let sets = [
                ResponseSet(html, on: .get("/odd"), group: html) {
                    CannedResponse(
                        html, headers: ["Content-Type": "text/html"],
                        text: "<script>document.title='owned'</script>")
                    CannedResponse("Other \(html)", json: ["text": .string(html)])
                },
                ResponseSet(long, on: .get("/long")) { CannedResponse(long, json: [:]) },
                ResponseSet("مجموعة الطلبات", on: .get("/rtl")) {
                    CannedResponse("نجاح", json: [:])
                },
            ]
            let presets = [Preset(html, [html: "Other \(html)"]), Preset(long, [long: long])]
            try await ShownApp.withPage(sets, presets: presets) { app in
                let tab = app.tab
                try await app.send("/odd?q=%3Cb%3E")
                try await tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 1")
                try await tab.evaluate("document.querySelector('#set-list .row').click()")
                try await tab.click(.radio("Other \(html)"))
                try await app.wait(for: "Other \(html)", of: html)
                try await tab.perform(
                    .click(.button("Details of \(html)")),
                    .see("<script>document.title='owned'</script>"),
                    .click(.button("Reset…")),
                    .see("Reset all sets"))
                #expect(try await tab.evaluate("document.querySelectorAll('img, b').length") == 0)
                #expect(try await tab.evaluate("document.title.includes('owned')") == false)
                try await tab.evaluate("document.querySelector('dialog[open]').close()")
                // Where there is little room, one part is shown at a time.
                try await tab.resize(width: 420, height: 800)
                let shown = """
                    [...document.querySelectorAll('.column')].filter((it) => it.offsetWidth > 0)
                        .map((it) => it.id).join()
                    """
                let wide = """
                    [...document.querySelectorAll('*')].filter((it) =>
                        it.getBoundingClientRect().right > innerWidth + 1
                        && !it.closest('.unseen')).map((it) => it.outerHTML.slice(0, 80))
                    """
                try await tab.perform(
                    .click(.button("Sets")),
                    .until("\(shown) === 'sets'"))
                #expect(try await tab.evaluate(wide) == [])
                try await tab.evaluate(
                    """
                    [...document.querySelectorAll('#set-list .row')]
                        .find((it) => it.ariaLabel.startsWith(\(long.asScript))).click()
                    """)
                try await tab.wait(until: "\(shown) === 'detail'")
                let name = "document.querySelector('.response .name').innerText"
                try await tab.wait(until: "\(name) === \(long.asScript)")
                #expect(try await tab.evaluate(wide) == [])
                try await tab.perform(
                    .click(.button("Log")),
                    .until("\(shown) === 'log'"))
            }
        }
    }
}
#endif
