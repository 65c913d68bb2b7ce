#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeSurfaces
import BarricadePanel
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Log {
        private let rows =
            "[...document.querySelectorAll('#log-list .row')].map((it) => it.ariaLabel)"

        @Test func showsRequestsAsTheyComeAndFindsThem() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await tab.see("No request has come.")
                try await app.send("/books")
                try await tab.see("200 OK · Books, Two")
                try await app.send("/nowhere")
                let wanted = [
                    "GET https://api.example.com/nowhere, unmatched",
                    "GET https://api.example.com/books, 200 OK, Books, Two",
                ]
                try await app.expect(rows, .array(wanted.map { .string($0) }))
                // Those that came before the page, too.
                try await tab.reload()
                try await app.expect(rows, .array(wanted.map { .string($0) }))
                try await tab.perform(
                    .click(.button("Unmatched 1")),
                    .until("\(rows).length === 1 && \(rows)[0].includes('/nowhere')"))
                // Kinds of which there are none are not offered.
                #expect(try await !tab.has(.button("Live 0")))
                try await tab.perform(
                    .click(.button("All 2")),
                    .click(.button("Pause")))
                try await app.send("/health")
                try await tab.see("204 no content · 1 request")
                #expect(try await tab.evaluate("\(rows).length") == 2)
                try await tab.perform(
                    .click(.button("Pause")),
                    .until("\(rows).length === 3"),
                    .click(.button("Clear")),
                    .see("No request has come."))
                #expect(app.barricade.requests.isEmpty)
                try await findsAllThatARowTells(app)
            }
        }

        private func findsAllThatARowTells(_ app: ShownApp) async throws {
            let tab = app.tab
            try app.barricade.select("Locked", for: "Login")
            try await app.send("/profile")
            try await app.send("/login", method: "POST")
            try await app.send("/health")
            try await tab.wait(until: "\(rows).length === 3")
            for (text, paths) in [
                ("profile", ["/profile"]), ("LOGIN locked", ["/login"]), ("204", ["/health"]),
                ("nothing-like-it", []), ("example.com", ["/health", "/login", "/profile"]),
            ] {
                try await tab.press("l")
                try await tab.evaluate("document.activeElement.select()")
                try await tab.type(text)
                let urls =
                    "[...document.querySelectorAll('#log-list .url')].map((it) => it.innerText)"
                let wanted = "[\(paths.map(\.asScript).joined(separator: ","))]"
                try await tab.wait(until: "String(\(urls)) === String(\(wanted))")
                if paths.isEmpty { try await tab.see("No request is found.") }
                try await tab.see("All \(paths.count)")
                // A key of the page again, not a letter of the text.
                try await tab.evaluate("document.activeElement.blur()")
            }
        }

        @Test func findsAReplyThatComesAfterItWasSearchedFor() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                try app.barricade.setMode(.held, for: "Profile")
                async let status = app.send("/profile")
                try await tab.perform(
                    .until("\(rows).length === 1"), .press("l"), .type("ada"),
                    .see("No request is found."),
                    .until(
                        """
                        performance.getEntriesByType('resource')
                            .some(({ name }) => name.includes('log?search=ada'))
                        """))
                app.barricade.releaseAll()
                #expect(try await status == 200)
                try await tab.wait(until: "\(rows).length === 1")
            }
        }

        @Test func explainsARequestAnewOnceASetHasChanged() async throws {
            try await ShownApp.withPage { app in
                try await app.send("/book")
                try await app.tab.perform(
                    .click(.button("GET https://api.example.com/book, unmatched")),
                    .see("wants path /books, got /book"))
                app.barricade.register(ResponseSet("Books", on: .get("/boo")) { CannedResponse() })
                try await app.tab.see("wants path /boo, got /book")
            }
        }

        @Test func whatIsReadStaysIsExplainedAndCopied() async throws {
            let downloads = try ScratchFolder()
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await tab.allowClipboard(at: "http://127.0.0.1:\(app.panel.port)")
                try await tab.download(to: downloads.url)
                try await staysInItsPlace(app)
                try await isExplained(app)
                try await isCopied(app, to: downloads)
                // Another answer is chosen.
                try await tab.choose("None", in: .menu("The next request to Books gets"))
                try await app.wait(for: "None", of: "Books")
                try app.barricade.setMode(.live, for: "Books")
                try await tab.choose("Two", in: .menu("Once barricaded, Books answers with"))
                try await app.wait(for: "Two", of: "Books", mode: .live)
            }
        }

        private func staysInItsPlace(_ app: ShownApp) async throws {
            let tab = app.tab
            for number in 0..<40 { try await app.send("/books?number=\(number)") }
            try await tab.wait(until: "\(rows).length === 40")
            let place = """
                [...document.querySelectorAll('#log-list .row')]
                    .find((it) => it.ariaLabel.includes('number=25,')).getBoundingClientRect().y
                """
            try await tab.evaluate("document.querySelector('#log .scroll').scrollTop = 600")
            let before = try await tab.evaluate(place)
            for _ in 0..<5 { try await app.send("/health") }
            try await tab.wait(until: "\(rows).length === 45")
            // Scrolling goes by whole pixels.
            let moved = try await tab.evaluate(place).double ?? 0
            #expect(abs(moved - (before.double ?? .infinity)) < 1)
            // At the top the new ones are shown.
            try await tab.evaluate("document.querySelector('#log .scroll').scrollTop = 0")
            try await app.send("/profile")
            try await tab.wait(until: "\(rows).length === 46")
            #expect(
                try await tab.evaluate("document.querySelector('#log .scroll').scrollTop")
                    == 0)
        }

        private func isExplained(_ app: ShownApp) async throws {
            let tab = app.tab
            try await app.send("/book")
            try await tab.perform(
                .click(.button("GET https://api.example.com/book, unmatched")),
                .see("To answer it"))
            let nearest = """
                [...document.querySelectorAll('.checks')].map((it) => [
                    it.previousElementSibling.innerText,
                    ...[...it.children].map((line) => line.textContent),
                ])[0]
                """
            let text = try #require(try await tab.evaluate(nearest).array)
            #expect(text.first?.string?.hasPrefix("Books (ShownApp.swift:") == true)
            #expect(
                text.dropFirst() == [
                    "✓Met: method is GET", "✕Not met: wants path /books, got /book",
                ])
            try await tab.see("curl 'https://api.example.com/book'")
        }

        private func isCopied(_ app: ShownApp, to downloads: ScratchFolder) async throws {
            let tab = app.tab
            try await app.send("/books")
            try await tab.click(
                .button("GET https://api.example.com/books, 200 OK, Books, Two"))
            for (title, text) in [
                ("Copy URL", "https://api.example.com/books"),
                ("Copy as cURL", app.barricade.requests.last?.request.curl ?? ""),
                ("Copy Body", "[\n  1,\n  2\n]"),
            ] {
                try await tab.click(.button(title))
                try await app.expect("navigator.clipboard.readText()", .string(text))
            }
            try await tab.click(.button("Download"))
            #expect(try await downloads.text(of: "reply-47", in: tab) == "[1,2]")
        }
    }
}
#endif
