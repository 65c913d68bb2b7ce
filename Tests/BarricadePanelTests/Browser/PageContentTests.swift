#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeFolder
import BarricadePanel
import Foundation
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Content {
        private static let image = Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg\
                gg==
                """)

        @Test func aboutTellsAFoldersMistakeUntilItIsMended() async throws {
            let folder = try ScratchFolder()
            func write(_ key: String) throws {
                try folder.write(
                    """
                    {"version": 1, "sets": [{"name": "Tea", "on": "GET /tea", "responses": [
                        {"name": "Hot", "\(key)": "hot"}]}]}
                    """, to: "barricade.json")
            }
            try write("text")
            try await ShownApp.withPage { app in
                try app.barricade.register(folder: .directory(folder.url), watching: true)
                try await app.tab.perform(.click(.button("About")), .see("None found."))
                try write("txet")
                try await app.send("/tea")
                try await app.tab.perform(
                    .see("txet: is no key of a response."),
                    .until("document.querySelector('#about').innerText === 'About (⚠ 1)'"))
                try write("text")
                try await app.send("/tea")
                try await app.tab.see("None found.")
            }
        }

        @Test func bodiesAreShownAsPeopleReadThemSearchedAndFolded() async throws {
            let books: JSONValue = .array(
                (1...3).map { ["title": "Book \(JSONValue($0))", "tags": ["new", "old"]] })
            let set = ResponseSet("Bodies", on: .get("/body")) {
                CannedResponse("JSON", json: ["name": "Ada", "tags": [], "price": 12.5])
                CannedResponse("Nested", json: ["books": books, "count": 3])
                CannedResponse(
                    "Broken", headers: ["Content-Type": "application/json"], text: "{oops")
                CannedResponse(
                    "Picture", headers: ["Content-Type": "image/png"],
                    body: .data(Self.image ?? Data())
                )
                CannedResponse("Bytes", body: .data(Data([0, 1, 2, 0x41])))
                // More than a call of JavaScript takes arguments.
                CannedResponse("Many", text: String(repeating: "1\n", count: 66_000))
                CannedResponse("Offline", error: .notConnectedToInternet)
            }
            try await ShownApp.withPage([set], presets: []) { app in
                let tab = app.tab
                func open(_ response: String) async throws {
                    try await tab.evaluate("document.querySelector('#set-list .row').click()")
                    try await tab.perform(
                        .until("!document.querySelector('.response .round').disabled"),
                        .click(.button("Details of \(response)")),
                        .until(
                            "document.querySelector('.headline').innerText === \(response.asScript)"
                        ))
                }
                try await open("JSON")
                try await tab.see("\"tags\": []")
                #expect(
                    try await tab.evaluate("document.querySelector('pre').innerText")
                        == "{\n  \"name\": \"Ada\",\n  \"price\": 12.5,\n  \"tags\": []\n}")
                try await open("Nested")
                let shown = """
                    [...document.querySelectorAll('.lines div')].filter((it) => !it.hidden).length
                    """
                try await tab.perform(
                    .until("\(shown) === 26"),
                    // An inner part stays folded when an outer one is unfolded.
                    .click(.button("What line 4 opens")),
                    .until("\(shown) === 24"),
                    .click(.button("What line 2 opens")),
                    .until("\(shown) === 5"),
                    .click(.button("What line 2 opens")),
                    .until("\(shown) === 24"),
                    // What a search goes to is unfolded.
                    .focus(.field("Search in the body")),
                    .type("OLD"),
                    .see("1 of 3"),
                    .until("document.querySelector('.found').innerText.includes('old')"),
                    .until("\(shown) === 26"),
                    .press("Enter"),
                    .see("2 of 3"),
                    .click(.button("Previous")),
                    .click(.button("Previous")),
                    .see("3 of 3"))
                try await open("Broken")
                try await tab.see("The content type is JSON, but the body is not: ")
                try await open("Picture")
                try await tab.wait(
                    until: "document.querySelector('#detail img').naturalWidth === 1")
                try await open("Bytes")
                try await tab.see("00000000  00 01 02 41")
                try await open("Offline")
                try await tab.see("error notConnectedToInternet")
                // To draw as many lines would take a while.
                try await tab.evaluate(
                    """
                    const sheet = new CSSStyleSheet();
                    sheet.replaceSync('.lines { display: none }');
                    document.adoptedStyleSheets = [sheet];
                    """)
                try await open("Many")
                try await tab.perform(
                    .see("Only the beginning is shown."),
                    .click(.button("Show All")),
                    .until("document.querySelector('.lines').childElementCount === 66001"))
            }
        }
    }
}
#endif
