#if DEBUG && (os(Linux) || os(macOS))
import Barricade
import BarricadeFolder
import BarricadePanel
import BarricadeSurfaces
import Testing

@testable import TestSupport

extension PageTests {
    @Suite struct Editing {
        private func value(of field: String, in tab: Tab) async throws -> String? {
            try await tab.wait(until: "document.querySelector('#edit-\(field)') !== null")
            return try await tab.evaluate("document.querySelector('#edit-\(field)').value").string
        }

        @Test func aLoggedRequestBecomesAResponseOrASetOfTheFolder() async throws {
            let folder = try ScratchFolder()
            try folder.write(
                """
                {"version": 1, "sets": [
                    {"name": "Coffee", "on": "GET /coffee", "responses": [
                        {"name": "Black", "json": [1, 2]}
                    ]}
                ]}
                """, to: "barricade.json")
            try await ShownApp.withPage { app in
                let tab = app.tab
                try app.barricade.register(folder: .directory(folder.url))
                try await app.send("/coffee")
                try await tab.perform(
                    .click(.button("GET https://api.example.com/coffee, 200 OK, Coffee, Black")),
                    .click(.button("Keep and Edit")))
                let copied = [
                    try await value(of: "name", in: tab), try await value(of: "body", in: tab),
                ]
                #expect(copied == ["Black copy", "[\n  1,\n  2\n]"])
                try await tab.perform(
                    .fill("body", with: "[3]"),
                    .click(.button("Save")),
                    .see("1 response made here, not yet saved to \(folder.url.path)."))
                let copy = try app.barricade.preview(of: "Black copy", for: "Coffee")
                #expect(copy?.body == Data("[3]".utf8))
                #expect(app.barricade.overview["Coffee"]?.selectedResponse == "Black")
                // One that no set matched becomes a set.
                try await app.send("/nowhere/7")
                try await tab.perform(
                    .click(.button("GET https://api.example.com/nowhere/7, unmatched")),
                    .click(.button("Make a Set")))
                #expect(
                    try await value(of: "pattern", in: tab)
                        == "GET https://api.example.com/nowhere/7")
                try await tab.perform(
                    .click(.button("7")),
                    .until(
                        "document.querySelector('#edit-pattern').value.endsWith('/nowhere/:id')"),
                    .click(.button("Save and Select")),
                    .see("2 responses made here, not yet saved to \(folder.url.path)."))
                #expect(try await app.send("/nowhere/8") == 200)
                try await tab.perform(
                    .click(.button("Save to Folder")),
                    .see("2 responses are saved."),
                    .until("document.querySelector('#made').hidden"))
                let sets = try ResponseSet.sets(in: .directory(folder.url))
                let names = sets.map { $0.responses.map(\.name) }
                #expect(names.contains(["Black", "Black copy"]))
                #expect(names.count == 2)
                // What was saved can be changed again, and so can what was in the folder before.
                for (name, text) in [("Black copy", "[4]"), ("Black", "[5]")] {
                    try await tab.perform(
                        .click(.button("Coffee, Black, 200 OK, 1 request")),
                        .until(
                            "document.querySelectorAll('.response .round:enabled').length === 2"),
                        .click(.button("Details of \(name)")),
                        .click(.button("Edit")),
                        .fill("body", with: text),
                        .click(.button("Save")),
                        .see("1 response made here, not yet saved to \(folder.url.path)."),
                        .click(.button("Save to Folder")),
                        .see("1 response is saved."),
                        .until("document.querySelector('#made').hidden"))
                    #expect(try folder.read("barricade.json").contains(text), "\(name)")
                }
                // A copy is a response of its own.
                try await tab.perform(
                    .click(.button("Details of Black")), .click(.button("Copy and Edit")))
                #expect(try await value(of: "name", in: tab) == "Black copy 2")
                try await tab.click(.button("Cancel"))
                // A folder that went away is named, and nothing is lost.
                try app.barricade.add(CannedResponse("Cold", status: 418), to: "Coffee")
                try FileManager.default.removeItem(at: folder.url)
                try await tab.perform(
                    .click(.button("Save to Folder")),
                    .until(
                        """
                        document.querySelector('#message p').innerText.includes(\
                        \(folder.url.lastPathComponent.asScript))
                        """))
                #expect(app.barricade.overview["Coffee"]?["Cold"]?.isMade == true)
            }
        }

        @Test func whatWasMadeIsDeletedAndChangedAndNothingTypedIsLost() async throws {
            try await ShownApp.withPage { app in
                let tab = app.tab
                let made = CannedResponse("Made", status: 201, text: "The first body")
                try app.barricade.add(made, to: "Books")
                try app.barricade.select("Made", for: "Books")
                try await tab.see("1 response made here.")
                func openMade() async throws {
                    try await tab.perform(
                        .click(.button("Books, Made, 201 created, changed")),
                        .until(
                            "document.querySelectorAll('.response .round:enabled').length === 4"),
                        .click(.button("Details of Made")))
                }
                try await openMade()
                try await tab.see("Copy Body")
                // Its line is as before, but not its body.
                try app.barricade.replace(
                    "Made", with: CannedResponse("Made", status: 201, text: "Another body"),
                    in: "Books")
                try await tab.perform(
                    .see("Another body"),
                    .click(.button("Delete")))
                try await app.wait(for: "Two", of: "Books")
                try await tab.see("Deletion of Made")
                // It can be tried again once its name is free.
                try app.barricade.add(made, to: "Books")
                try await tab.perform(
                    .click(.button("Undo")),
                    .see("needs a name that no other has"))
                try app.barricade.remove("Made", from: "Books", version: nil)
                try await tab.click(.button("Undo"))
                try await app.wait(for: "Made", of: "Books")
                // What was typed stays when it is refused.
                try await openMade()
                try await tab.perform(
                    .click(.button("Edit")),
                    .fill("status", with: "202"))
                try app.barricade.replace(
                    "Made", with: CannedResponse("Made", status: 203), in: "Books")
                try await tab.perform(
                    .click(.button("Save")),
                    .see("was changed meanwhile."))
                #expect(try await value(of: "status", in: tab) == "202")
                // So it does when the app is away.
                await app.panel.openPort.sleep()
                try await tab.perform(
                    .click(.button("Save")),
                    .see("The app does not answer. What you typed stays here."))
                #expect(try await value(of: "status", in: tab) == "202")
                await app.panel.openPort.wake()
                try await tab.perform(
                    .until("document.querySelector('#banner').hidden"),
                    // Or someone is about to leave.
                    .click(.button("Health, Fine, 204 no content")),
                    .see("Discard what was typed?"),
                    .click(.button("Continue Editing")))
                #expect(try await value(of: "status", in: tab) == "202")
                try await tab.perform(
                    .click(.button("Cancel")),
                    .click(.button("Discard")),
                    .until("document.querySelector('.editor') === null"),
                    // Nothing was typed, so nothing is asked.
                    .click(.button("Books, Made, 203 non-authoritative information, changed")),
                    .click(.button("New Response")),
                    .click(.button("Cancel")),
                    .until("document.querySelector('.editor') === null"),
                    // It stays when its set is gone.
                    .click(.button("New Response")),
                    .fill("name", with: "Mine"))
                try app.barricade.unregister("Books")
                try await tab.perform(
                    .click(.button("Save")),
                    .see("No response set is named \"Books\"."))
                #expect(try await value(of: "name", in: tab) == "Mine")
            }
        }

        @Test func aResponseIsMadeAndAllThatIsWrongSaidAtItsField() async throws {
            let downloads = try ScratchFolder()
            try await ShownApp.withPage { app in
                let tab = app.tab
                try await tab.allowClipboard(at: "http://127.0.0.1:\(app.panel.port)")
                try await tab.download(to: downloads.url)
                try await tab.perform(
                    .click(.button("Books, Two, 200 OK")),
                    .click(.button("New Response")),
                    .fill("name", with: "Tea"),
                    .fill("body", with: #"{"tea": true}"#))
                let json = """
                    {
                      "name": "Tea",
                      "json": { "tea": true }
                    }

                    """
                for (title, text) in [
                    (
                        "Copy Swift",
                        """
                        CannedResponse("Tea", jsonText: #\"""
                        {
                          "tea": true
                        }
                        \"""#)
                        """
                    ),
                    ("Copy JSON", json),
                ] {
                    try await tab.click(.button(title))
                    try await app.expect("navigator.clipboard.readText()", .string(text))
                }
                try await tab.click(.button("Download"))
                #expect(try await downloads.text(of: "Tea.json", in: tab) == json)
                try await tab.perform(
                    .fill("name", with: "Two"),
                    .fill("delay", with: "soon"))
                // More than the app takes; to type or to draw as much would take a while.
                try await tab.evaluate(
                    """
                    const body = document.querySelector('#edit-body');
                    body.style.display = 'none';
                    body.value = `"${'x'.repeat(4_200_000)}"`;
                    body.dispatchEvent(new Event('input'));
                    """)
                try await tab.click(.button("Save"))
                for (field, fault) in [
                    ("name", "Is the name of another response."),
                    ("delay", "Wants seconds, such as 0.5."),
                    (
                        "body",
                        """
                        Is too large: at most 4 MB can be sent, in which quotation marks and line \
                        breaks count twice.
                        """
                    ),
                ] {
                    try await tab.wait(
                        until: """
                            document.querySelector('#fault-\(field)').innerText === \(fault.asScript)
                            """)
                }
                #expect(
                    try await tab.evaluate("document.querySelector('#edit-body').value.length")
                        == 4_200_002)
                #expect(app.barricade.overview["Books"]?.responses.count == 3)
                // What is wrong is put right.
                let name = "A/b %2F “🙂” <b>"
                try await tab.perform(
                    .fill("name", with: name),
                    .fill("status", with: "not found"),
                    .fill("delay", with: ""))
                try await tab.evaluate("body.value = ''; body.style.display = '';")
                try await tab.perform(
                    .fill("body", with: "{\n  \"tea\": }"),
                    .see("Line 2, column 10: wants a value here."),
                    .click(.button("Save")))
                #expect(app.barricade.overview["Books"]?.responses.count == 3)
                try await tab.perform(
                    .fill("body", with: #"{"tea": true}"#),
                    .click(.button("Add a Header")),
                    .type("X-Pot"),
                    .press("Tab"),
                    .type("brown"),
                    .click(.button("Save and Select")))
                try await app.wait(for: name, of: "Books")
                try await tab.perform(
                    .see("404 not found · made here"),
                    .see("1 response made here."))
                #expect(try await app.send("/books") == 404)
                let made = try app.barricade.preview(of: name, for: "Books")
                #expect(made?.headers["X-Pot"] == "brown")
            }
        }
    }
}
#endif
