import Barricade
import BarricadeResources
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

    @Test func startsWithAFilesItemsAndIsResetToThem() async throws {
        let contacts = contacts()
        let barricade = Barricade(contacts) { $0.files = [.directory(folder.url)] }
        // Read when first used, and not before.
        try folder.write(#"[{"id": 4, "name": "Ada"}]"#, to: "contacts.json")
        let first = try await barricade.answer(to: "GET /contacts")
        try folder.write(#"[{"id": 8, "name": "Ada"}]"#, to: "contacts.json")
        let made = try await barricade.answer(to: #"POST /contacts {"name": "Grace"}"#)
        try await barricade.reset(contacts)
        let reset = try await barricade.answer(to: "GET /contacts")
        let expected: [String] = [
            #"200 [{"id":4,"name":"Ada"}]"#,
            #"201 at /contacts/5 {"id":5,"name":"Grace"}"#, #"200 [{"id":8,"name":"Ada"}]"#,
        ]
        #expect([first, made, reset] == expected)
        #expect(barricade.validate() == [])
        // The file may be a list as it is answered.
        try folder.write(
            #"{"total": 1, "items": [{"id": 4, "name": "Ada"}]}"#, to: "contacts.json")
        let listed = self.contacts(
            in: .directory(folder.url), format: ResourceFormat(itemsKey: "items"))
        try await Barricade(listed).follow(
            """
            GET /contacts
              200 {"items":[{"id":4,"name":"Ada"}]}
            """)
    }

    @Test func aMissingFileFailsRequestsUntilItIsThere() async throws {
        let barricade = Barricade(contacts()) { $0.files = [.directory(folder.url)] }
        let error = try await barricade.session.failure("\(api)/contacts")
        let text = """
            Resource "Contacts" (ResourceSeedTests.swift:9) cannot be used. The file "contacts.json" is \
            missing. Tried:
              \(folder.file("contacts.json").path)
            """
        // Once, though six sets have it.
        #expect([error.localizedDescription] + barricade.validate().map(\.message) == [text, text])
        #expect(BarricadeError.Code.unreadableFile ~= error)
        await #expect(throws: BarricadeError.self) { try await barricade.reset(contacts()) }
        try folder.write("[]", to: "contacts.json")
        #expect(try await barricade.answer(to: "GET /contacts") == "200 []")
    }

    /// Expects that all requests fail for one reason, and that `validate` says it.
    private func expectFault(
        _ problem: String, of contacts: Resource<Contact>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let barricade = Barricade(contacts) { $0.files = [.directory(folder.url)] }
        let error = try await barricade.session.failure("\(api)/contacts/1", method: "DELETE")
        let text = "Resource \"Contacts\" (ResourceSeedTests.swift:9) cannot be used: \(problem)."
        #expect(
            [error.localizedDescription] + barricade.validate().map(\.message) == [text, text],
            sourceLocation: sourceLocation)
        #expect(
            BarricadeError.Code.invalidDefinition ~= error, sourceLocation: sourceLocation)
    }

    @Test func whatIsWrongInItsFileFormatItemsOrPathIsTold() async throws {
        let noArray = #"the file "contacts.json" does not hold an array of Contact"#
        for (content, problem) in [
            "[{\"id\": 1,":
                #"the file "contacts.json" is not JSON (it ends too early, at offset 10)"#,
            "{}": "\(noArray): it is not an array",
            #"[{"id": 1, "name": "Ada"}, {"id": 2}]"#: "\(noArray): $[1].name is missing",
            #"[{"id": 1, "name": "Ada"}, {"id": 1, "name": "Eve"}]"#:
                #"it starts with two items with id "1""#,
        ] as KeyValuePairs {
            try folder.write(content, to: "contacts.json")
            try await expectFault(problem, of: contacts())
        }
        try folder.write("[]", to: "contacts.json")
        let names = "page, perPage and sort must have different names, not"
        for (format, problem) in [
            (ResourceFormat(pageSize: 0), "its pages have 0 items"),
            (ResourceFormat(page: "p", perPage: "p"), #"\#(names) "p", "p", "sort""#),
            (ResourceFormat(sort: ""), #"\#(names) "page", "per_page", """#),
        ] {
            try await expectFault(problem, of: contacts(format: format))
        }
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
        for (path, problem) in [
            "/contacts?v=1": #"pattern "/contacts?v=1" of a resource has a query"#,
            "/users/:user/contacts/:id":
                """
            pattern "/users/:user/contacts/:id" of a resource ends in the id, which it adds \
            itself: write the path of its list
            """,
            "contacts":
                """
            pattern "contacts" cannot be read: it starts neither with / nor with a scheme and \
            host; write "/contacts"
            """,
        ] as KeyValuePairs {
            let contacts = Resource<Contact>("Contacts", at: path, line: 4)
            let faults = FaultLog()
            let barricade = Barricade(contacts) { $0.faultHandler = faults.handler }
            let set = #"Response set "List Contacts" (ResourceSeedTests.swift:4)"#
            #expect(faults.messages == ["\(set) never matches: \(problem)."])
            #expect(barricade.validate() == faults.all)
        }
    }
}
