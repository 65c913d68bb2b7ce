#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Names {
        @Test func htmlIsText() async throws {
            let html = "<img src=x onerror=\"document.title='owned'\"><b>&amp;</b>"
            let set = ResponseSet(html, on: .get("/odd"), group: html) {
                CannedResponse(
                    html, headers: ["Content-Type": "text/html"],
                    text: "<script>document.title='owned'</script>")
                CannedResponse("Other \(html)", json: ["text": .string(html)])
            }
            try await ShownApp.withPage([set], presets: [Preset(html, [html: "Other \(html)"])]) {
                app in
                let tab = app.tab
                try await app.send("/odd?q=%3Cb%3E")
                try await tab.wait(
                    until: "document.querySelectorAll('#log-list .row').length === 1")
                try await tab.evaluate("document.querySelector('#set-list .row').click()")
                try await tab.click(.radio("Other \(html)"))
                try await app.wait(for: "Other \(html)", of: html)
                try await tab.click(.button("Details of \(html)"))
                try await tab.wait(for: "<script>document.title='owned'</script>")
                try await tab.click(.button("Reset…"))
                try await tab.wait(for: "Reset all sets")
                #expect(try await tab.evaluate("document.querySelectorAll('img, b').length") == 0)
                #expect(try await tab.evaluate("document.title.includes('owned')") == false)
            }
        }

        @Test func longNamesAndThoseFromRightToLeftFit() async throws {
            let long = String(repeating: "Donaudampfschifffahrt", count: 12)
            let sets = [
                ResponseSet(long, on: .get("/long")) { CannedResponse(long, json: [:]) },
                ResponseSet("مجموعة الطلبات", on: .get("/rtl")) {
                    CannedResponse("نجاح", json: [:])
                },
            ]
            try await ShownApp.withPage(sets, presets: [Preset(long, [long: long])], width: 420) {
                app in
                let wide = """
                    [...document.querySelectorAll('*')].filter((it) =>
                        it.getBoundingClientRect().right > innerWidth + 1
                        && !it.closest('.unseen')).map((it) => it.outerHTML.slice(0, 80))
                    """
                #expect(try await app.tab.evaluate(wide) == [])
                try await app.tab.evaluate("document.querySelector('#set-list .row').click()")
                try await app.tab.wait(until: "document.querySelector('.response') !== null")
                #expect(try await app.tab.evaluate(wide) == [])
            }
        }
    }
}
#endif
