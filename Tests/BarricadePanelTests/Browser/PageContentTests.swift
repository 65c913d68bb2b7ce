#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadePanel
import Foundation
import Testing

extension PageTests {
    @Suite struct Content {
        private static let image = Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg\
                gg==
                """)

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
                    try await tab.wait(
                        until: "!document.querySelector('.response .round').disabled")
                    try await tab.click(.button("Details of \(response)"))
                    try await tab.wait(
                        until:
                            "document.querySelector('.headline').innerText === \(response.asScript)"
                    )
                }
                try await open("JSON")
                try await tab.wait(for: "\"tags\": []")
                #expect(
                    try await tab.evaluate("document.querySelector('pre').innerText")
                        == "{\n  \"name\": \"Ada\",\n  \"price\": 12.5,\n  \"tags\": []\n}")
                try await open("Nested")
                let shown = """
                    [...document.querySelectorAll('.lines div')].filter((it) => !it.hidden).length
                    """
                try await tab.wait(until: "\(shown) === 26")
                // An inner part stays folded when an outer one is unfolded.
                try await tab.click(.button("What line 4 opens"))
                try await tab.wait(until: "\(shown) === 24")
                try await tab.click(.button("What line 2 opens"))
                try await tab.wait(until: "\(shown) === 5")
                try await tab.click(.button("What line 2 opens"))
                try await tab.wait(until: "\(shown) === 24")
                // What a search goes to is unfolded.
                try await tab.focus(.field("Search in the body"))
                try await tab.type("OLD")
                try await tab.wait(for: "1 of 3")
                try await tab.wait(
                    until: "document.querySelector('.found').innerText.includes('old')")
                try await tab.wait(until: "\(shown) === 26")
                try await tab.press("Enter")
                try await tab.wait(for: "2 of 3")
                try await tab.click(.button("Previous"))
                try await tab.click(.button("Previous"))
                try await tab.wait(for: "3 of 3")
                try await open("Broken")
                try await tab.wait(for: "The content type is JSON, but the body is not: ")
                try await open("Picture")
                try await tab.wait(
                    until: "document.querySelector('#detail img').naturalWidth === 1")
                try await open("Bytes")
                try await tab.wait(for: "00000000  00 01 02 41")
                try await open("Offline")
                try await tab.wait(for: "error notConnectedToInternet")
                // To draw as many lines would take a while.
                try await tab.evaluate(
                    """
                    const sheet = new CSSStyleSheet();
                    sheet.replaceSync('.lines { display: none }');
                    document.adoptedStyleSheets = [sheet];
                    """)
                try await open("Many")
                try await tab.wait(for: "Only the beginning is shown.")
                try await tab.click(.button("Show All"))
                try await tab.wait(
                    until: "document.querySelector('.lines').childElementCount === 66001")
            }
        }
    }
}
#endif
