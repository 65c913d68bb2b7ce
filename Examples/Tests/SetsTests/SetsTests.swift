import AddressBook
import ContactsServer
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3))) struct SetsTests {
    /// A folder with the contacts of an address book.
    ///
    /// - Parameter phone: The phone of a contact, as JSON.
    private func responses(phone: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("Sets-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let manifest = """
            { "version": 1, "sets": [
              { "name": "Contacts", "on": "GET /contacts", "responses": [
                { "name": "Some", "file": "contacts.json" } ] },
              { "name": "Contact", "on": "GET /contacts/:id", "responses": [
                { "name": "Ada", "json": { "id": 1 } } ] } ] }
            """
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("barricade.json"))
        let contacts = #"[{ "id": 1, "name": "Ada", "phone": \#(phone) }]"#
        try Data(contacts.utf8).write(to: folder.appendingPathComponent("contacts.json"))
        return folder
    }

    private func server() throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("Contacts-\(UUID().uuidString).json")
        let server = try ContactsServer(contacts: ContactFile(file))
        server.start()
        return server.url.deletingLastPathComponent().absoluteString
    }

    @Test(arguments: [["help"], ["--help"], ["import", "--help"], ["drift", "a", "-h"]])
    func explainsItself(_ arguments: [String]) async throws {
        let run = try await SetsProgram.run(arguments)
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("swift run --package-path Examples Sets <command>\n"))
        #expect(run.output.contains("Exit codes: 0 if all is well;"))
    }

    @Test(arguments: [
        (["drfit"], "drfit is not a command. Do you mean drift?"),
        ([], "A command is missing."),
        (["check"], "The path of the folder to check is missing."),
        (["check", "a", "b"], "\"b\" is one argument too many."),
        (["drift", "a"], "The server is missing: --against https://staging.example.com."),
        (["drift", "a", "--agianst", "b"], "--agianst is not an option. Do you mean --against?"),
        (["import", "--keep-delay"], "--keep-delay is not an option. Do you mean --keep-delays?"),
        (["import", "--ids", "a"], "--ids is not an option."),
        (
            ["drift", "a", "--header", "Accept"],
            "--header needs a name and a value, such as \"Accept: application/json\"."
        ),
        (["import", "a.har"], "The path of the folder to write is missing."),
        (
            ["drift", "a", "--against", "127.0.0.1"],
            "127.0.0.1 is not a URL such as http://localhost:8080."
        ),
    ]) func tellsWhatIsWrongWithACommandLine(
        _ arguments: [String], _ message: String
    ) async throws {
        let run = try await SetsProgram.run(arguments)
        #expect(run.code == 2)
        #expect(run.errors.hasPrefix(message + "\n\nswift run"))
        #expect(run.output == "")
    }

    @Test func tellsThatAFolderHasNoSets() async throws {
        let run = try await SetsProgram.run("check", "/no/such/folder")
        #expect(
            run.errors == "There is no folder with a file barricade.json at /no/such/folder.\n")
        #expect(run.code == 2)
    }

    @Test func checksAFolder() async throws {
        let folder = try responses(phone: #""+44""#)
        let good = try await SetsProgram.run("check", folder.path)
        #expect(good.output == "2 sets, 2 responses: no mistakes.\n")
        #expect(good.code == 0)

        try FileManager.default.removeItem(at: folder.appendingPathComponent("contacts.json"))
        let bad = try await SetsProgram.run("check", folder.path)
        #expect(bad.output.contains(#"names "contacts.json", which is missing"#))
        #expect(bad.code == 1)
    }

    @Test func comparesAFolderWithAServer() async throws {
        let folder = try responses(phone: "44")
        let server = try server()
        let run = try await SetsProgram.run("drift", folder.path, "--against", server)
        #expect(
            run.output == """
                1 of 2 sets compared with \(server), 1 differs.

                Differs:
                  Contacts  GET \(server)contacts  200
                      $[*].phone is text on the server, a number in "Some" (contacts.json)

                Not tried:
                  Contact: its path has the segment :id, which needs a value

                """)
        #expect(run.code == 1)
    }

    @Test func isContentWithASetThatFits() async throws {
        let folder = try responses(phone: #""+44""#)
        let server = try server()
        let run = try await SetsProgram.run(
            "drift", "--against", server, folder.path, "--header", "X-Env: staging", "--json")
        #expect(run.code == 0)
        #expect(run.output.contains(#""status" : 200"#))
    }

    @Test func tellsThatAServerCannotBeReached() async throws {
        let folder = try responses(phone: "44")
        // No server listens at port 1.
        let run = try await SetsProgram.run(
            "drift", folder.path, "--against=http://127.0.0.1:1")
        #expect(run.output.contains("the connection failed"))
        #expect(run.code == 2)
    }

    @Test func importsTraffic() async throws {
        let folder = try responses(phone: "44")
        let archive = folder.appendingPathComponent("traffic.har")
        let traffic = """
            { "log": { "version": "1.2", "creator": { "name": "test", "version": "1" }, "entries": [
              { "startedDateTime": "2025-01-31T09:30:00Z", "time": 12,
                "request": { "method": "GET", "url": "https://api.example.com/books",
                  "httpVersion": "HTTP/1.1", "cookies": [], "headers": [], "queryString": [],
                  "headersSize": -1, "bodySize": 0 },
                "response": { "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                  "cookies": [], "headers": [{ "name": "Content-Type", "value": "application/json" }],
                  "content": { "size": 11, "mimeType": "application/json", "text": "{\\"id\\": 17}" },
                  "redirectURL": "", "headersSize": -1, "bodySize": 11 },
                "cache": {}, "timings": { "send": 0, "wait": 12, "receive": 0 } } ] } }
            """
        try Data(traffic.utf8).write(to: archive)
        let imported = folder.appendingPathComponent("Imported")
        let run = try await SetsProgram.run("import", archive.path, imported.path)
        #expect(
            run.output == """
                traffic.har: 1 response in 1 set, from 1 of 1 entry.
                \(imported.path): 4 files added.

                """)
        #expect(run.code == 0)
        let again = try await SetsProgram.run("import", archive.path, imported.path)
        #expect(again.output.hasSuffix("\(imported.path): no file changed.\n"))
        let check = try await SetsProgram.run("check", imported.path)
        #expect(check.output == "1 set, 1 response: no mistakes.\n")
    }

    @Test func refusesWhatIsNoTraffic() async throws {
        let folder = try responses(phone: "44")
        let archive = folder.appendingPathComponent("traffic.har")
        try Data("no JSON".utf8).write(to: archive)
        let run = try await SetsProgram.run("import", archive.path, folder.path)
        #expect(run.errors.contains("traffic.har"))
        #expect(run.code == 2)
    }
}
