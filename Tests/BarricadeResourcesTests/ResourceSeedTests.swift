import Barricade
import BarricadeResources
import Foundation
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResourceSeedTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func contacts(
        _ file: String = "contacts.json", in location: FileLocation? = nil,
        format: ResourceFormat = ResourceFormat()
    ) -> Resource<Contact> {
        Resource("Contacts", at: "/contacts", file: file, in: location, format: format, line: 9)
    }

    @Test func startsWithAFilesItems() async throws {
        let barricade = Barricade(contacts()) { $0.files = [.directory(folder.url)] }
        // Read when first used, and not before.
        try folder.write(#"[{"id": 4, "name": "Ada"}]"#, to: "contacts.json")
        #expect(try await barricade.session.visit("GET /contacts/4").status == 200)
        let made = try await barricade.session.visit("POST /contacts", #"{"name": "Grace"}"#)
        #expect(made.header("Location") == "/contacts/5")
        #expect(barricade.validate() == [])
    }

    @Test func aResetReadsTheFileAgain() async throws {
        try folder.write(#"[{"id": 4, "name": "Ada"}]"#, to: "contacts.json")
        let contacts = contacts(in: .directory(folder.url))
        let barricade = Barricade(contacts)
        #expect(try await barricade.items(of: contacts).map(\.id) == [4])
        try folder.write(#"[{"id": 5, "name": "Ada"}]"#, to: "contacts.json")
        #expect(try await barricade.items(of: contacts).map(\.id) == [4])
        try await barricade.reset(contacts)
        #expect(try await barricade.items(of: contacts).map(\.id) == [5])
    }

    @Test func theFileMayBeAListAsItIsAnswered() async throws {
        try folder.write(
            #"{"total": 1, "items": [{"id": 4, "name": "Ada"}]}"#, to: "contacts.json")
        let contacts = contacts(
            in: .directory(folder.url), format: ResourceFormat(itemsKey: "items"))
        let barricade = Barricade(contacts)
        #expect(
            try await barricade.session.visit("GET /contacts").text
                == #"{"items":[{"id":4,"name":"Ada"}]}"#)
    }

    @Test func aMissingFileFailsRequestsUntilItIsThere() async throws {
        let barricade = Barricade(contacts()) { $0.files = [.directory(folder.url)] }
        let error = try await barricade.session.failure("\(api)/contacts")
        let text = """
            Resource "Contacts" (ResourceSeedTests.swift:9) cannot be used. The file "contacts.json" is \
            missing. Tried:
              \(folder.file("contacts.json").path)
            """
        #expect(error.localizedDescription == text)
        #expect(BarricadeError.Code.unreadableFile ~= error)
        // Once, though six sets have it.
        #expect(barricade.validate().map(\.message) == [text])
        await #expect(throws: BarricadeError.self) { try await barricade.reset(contacts()) }
        try folder.write("[]", to: "contacts.json")
        #expect(try await barricade.session.visit("GET /contacts").text == "[]")
    }

    @Test(arguments: [
        (
            "[{\"id\": 1,",
            #": the file "contacts.json" is not JSON (it ends too early, at offset 10)."#
        ),
        (
            "{}",
            #": the file "contacts.json" does not hold an array of Contact: it is not an array."#
        ),
        (
            #"[{"id": 1, "name": "Ada"}, {"id": 2}]"#,
            #": the file "contacts.json" does not hold an array of Contact: $[1].name is missing."#
        ),
        (
            #"[{"id": 1, "name": "Ada"}, {"id": 1, "name": "Eve"}]"#,
            #": it starts with two items with id "1"."#
        ),
    ])
    func whatIsWrongInTheFileIsTold(_ content: String, _ problem: String) async throws {
        try folder.write(content, to: "contacts.json")
        let barricade = Barricade(contacts()) { $0.files = [.directory(folder.url)] }
        let error = try await barricade.session.failure("\(api)/contacts/1", method: "DELETE")
        let text = "Resource \"Contacts\" (ResourceSeedTests.swift:9) cannot be used\(problem)"
        #expect(error.localizedDescription == text)
        #expect(BarricadeError.Code.invalidDefinition ~= error)
        #expect(barricade.validate().map(\.message) == [text])
    }

    @Test func itemsNeedAnId() {
        struct Draft: Codable, Identifiable, Sendable {
            var id: Int?
        }
        let drafts = Resource("Drafts", at: "/drafts", items: [Draft()], line: 2)
        #expect(
            Barricade(drafts).validate().map(\.message) == [
                """
                Resource "Drafts" (ResourceSeedTests.swift:2) cannot be used: it starts with an item \
                whose id is not written as a text or a whole number.
                """
            ])
    }

    @Test(arguments: [
        (ResourceFormat(pageSize: 0), "its pages have 0 items"),
        (
            ResourceFormat(page: "p", perPage: "p"),
            #"page, perPage and sort must have different names, not "p", "p", "sort""#
        ),
        (
            ResourceFormat(sort: ""),
            #"page, perPage and sort must have different names, not "page", "per_page", """#
        ),
    ])
    func theFormatMustBeOfUse(_ format: ResourceFormat, _ problem: String) async throws {
        let contacts = Resource<Contact>("Contacts", at: "/contacts", format: format, line: 4)
        let barricade = Barricade(contacts)
        let text = "Resource \"Contacts\" (ResourceSeedTests.swift:4) cannot be used: \(problem)."
        #expect(barricade.validate().map(\.message) == [text])
        let error = try await barricade.session.failure("\(api)/contacts")
        #expect(error.localizedDescription == text)
    }

    @Test(arguments: [
        ("/contacts?v=1", #"pattern "/contacts?v=1" of a resource has a query"#),
        (
            "contacts",
            """
            pattern "contacts" cannot be read: it starts neither with / nor with a scheme and host \
            like https://api.example.com/
            """
        ),
    ])
    func thePathMustBeOfUse(_ path: String, _ problem: String) {
        let contacts = Resource<Contact>("Contacts", at: path, line: 4)
        let faults = FaultLog()
        let barricade = Barricade(contacts) { $0.faultHandler = faults.handler }
        #expect(
            faults.messages.first
                == "Response set \"List Contacts\" (ResourceSeedTests.swift:4) never matches: \(problem)."
        )
        #expect(barricade.validate() == faults.all)
        #expect(faults.all.count == 6)
    }
}
