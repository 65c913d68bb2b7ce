import Barricade
import BarricadeResources
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct ResourceIDsTests {
    struct Note<ID: Codable & Hashable & Sendable>: Codable, Identifiable, Sendable {
        var id: ID
        var text = ""

        init(_ id: ID) {
            self.id = id
        }
    }

    struct Number: RawRepresentable, Codable, Hashable, Sendable {
        var rawValue: Int
    }

    struct Name: RawRepresentable, Codable, Hashable, Sendable {
        var rawValue: String
    }

    enum Colour: String, Codable, Sendable {
        case red, green
    }

    private func created<ID>(
        _ items: [Note<ID>], _ body: String = #"{"text": "x"}"#,
        ids: ResourceIDs<Note<ID>> = .automatic, seed: UInt64 = 1
    ) async throws -> (answer: ResourceVisit, session: URLSession, barricade: Barricade) {
        let notes = Resource("Notes", at: "/notes", items: items, ids: ids)
        let barricade = Barricade(notes) { $0.seed = seed }
        let session = barricade.session
        return (try await session.visit("POST /notes", body), session, barricade)
    }

    /// What a new note's id is in JSON; its `Location` has to lead to it.
    private func id<ID>(after items: [Note<ID>], seed: UInt64 = 1) async throws -> JSONValue? {
        let (answer, session, barricade) = try await created(items, seed: seed)
        #expect(answer.status == 201)
        let location = try #require(answer.header("Location"))
        #expect(try await session.visit("GET \(location)").text == answer.text)
        #expect(barricade.validate() == [])
        guard let members = answer.json?.object else { return nil }
        return members["id"]
    }

    @Test func numbersCountOn() async throws {
        #expect(try await id(after: [Note<Int>]()) == 1)
        #expect(try await id(after: [Note(3), Note(41), Note(-7)]) == 42)
        #expect(try await id(after: [Note<UInt8>(7)]) == 8)
        #expect(try await id(after: [Note(Number(rawValue: 4))]) == 5)
        #expect(try await id(after: [Note<Int?>(6)]) == 7)
    }

    @Test func uuidsAndStringsAreFreshAndFollowFromTheSeed() async throws {
        let uuid = try await id(after: [Note<UUID>]())
        guard case .string(let text)? = uuid else {
            Issue.record("\(String(describing: uuid)) is no text")
            return
        }
        #expect(UUID(uuidString: text)?.uuidString == text)
        // Version 4, variant 1 (RFC 9562).
        #expect(text.dropFirst(14).first == "4")
        #expect("89AB".contains(text.dropFirst(19).prefix(1)))
        #expect(try await id(after: [Note<UUID>]()) == uuid)
        #expect(try await id(after: [Note<UUID>](), seed: 2) != uuid)
        #expect(try await id(after: [Note("a")]) == .string(text.lowercased()))
        #expect(try await id(after: [Note(Name(rawValue: "a"))]) == .string(text.lowercased()))
    }

    @Test func aUUIDIsFoundInAnyCase() async throws {
        let id = UUID()
        let (_, session, barricade) = try await created([Note(id)])
        #expect(try await session.visit("GET /notes/\(id.uuidString.lowercased())").status == 200)
        let put = try await session.visit(
            "PUT /notes/\(id)", #"{"id": "\#(id.uuidString.lowercased())", "text": "y"}"#)
        #expect(put.status == 200)
        withExtendedLifetime(barricade) {}
    }

    @Test(arguments: ["a b", "ä/ö", "50%", "?#;", "1"])
    func anyTextIsAnId(_ id: String) async throws {
        let body = String(decoding: try JSONEncoder().encode(Note(id)), as: UTF8.self)
        let (answer, session, barricade) = try await created([Note<String>](), body)
        #expect(answer.status == 201)
        let location = try #require(answer.header("Location"))
        #expect(try await session.visit("GET \(location)").json == answer.json)
        #expect(try await session.visit("DELETE \(location)").status == 204)
        withExtendedLifetime(barricade) {}
    }

    @Test func theClientMayGiveThem() async throws {
        let (answer, session, barricade) = try await created([Note(1)], #"{"id": 9, "text": ""}"#)
        #expect(answer.header("Location") == "/notes/9")
        // Those that are made go on from there, also when it is gone.
        _ = try await session.visit("DELETE /notes/9")
        let next = try await session.visit("POST /notes", #"{"id": null, "text": ""}"#)
        #expect(next.header("Location") == "/notes/10")
        withExtendedLifetime(barricade) {}
    }

    @Test func theIdOfASeedThatWasDeletedIsNotMadeAgain() async throws {
        let contacts = Resource("Contacts", at: "/contacts", items: [Contact.ada])
        let barricade = Barricade(contacts)
        _ = try await barricade.session.visit("DELETE /contacts/1")
        let next = try await barricade.session.visit("POST /contacts", #"{"name": "Grace"}"#)
        #expect(next.header("Location") == "/contacts/2")
    }

    @Test func aRefusedCreateUsesUpNoId() async throws {
        let (answer, session, barricade) = try await created([Note(1)], "{}")
        #expect(answer.status == 422)
        let next = try await session.visit("POST /notes", #"{"text": ""}"#)
        #expect(next.header("Location") == "/notes/2")
        withExtendedLifetime(barricade) {}
    }

    @Test func idsAreMadeAfterTheHighestNumberThereIs() async throws {
        let items = [Note(1), Note(2), Note(4)]
        let notes = Resource("Notes", at: "/notes", items: items)
        let barricade = Barricade(notes)
        let session = barricade.session
        func create() async throws -> String? {
            try await session.visit("POST /notes", #"{"text": ""}"#).header("Location")
        }
        #expect(try await [create(), create()] == ["/notes/5", "/notes/6"])
        // One that was an id is not made again.
        _ = try await session.visit("DELETE /notes/6")
        #expect(try await create() == "/notes/7")
        try await barricade.reset(notes)
        #expect(try await create() == "/notes/5")
    }

    @Test func theClientMayTakeTheHighestNumber() async throws {
        let (answer, session, barricade) = try await created(
            [Note(1)], #"{"id": \#(Int.max), "text": ""}"#)
        #expect(answer.status == 201)
        // No number follows it.
        await #expect(throws: (any Error).self) {
            try await session.visit("POST /notes", #"{"text": ""}"#)
        }
        withExtendedLifetime(barricade) {}
    }

    @Test func numbersThatIntDoesNotHoldAreKept() async throws {
        let (answer, session, barricade) = try await created(
            [Note<UInt64>(7)], #"{"id": 18446744073709551615, "text": ""}"#)
        #expect(answer.header("Location") == "/notes/18446744073709551615")
        #expect(answer.json == ["id": JSONValue(UInt64.max), "text": ""])
        let path = "/notes/18446744073709551615"
        #expect(try await session.visit("GET \(path)").json == answer.json)
        #expect(try await session.visit("PATCH \(path)", #"{"text": "x"}"#).status == 200)
        #expect(try await session.visit("GET /notes/18446744073709551614").status == 404)
        let list = try await session.visit("GET /notes?sort=-id&id=18446744073709551615")
        #expect(list.json == [["id": JSONValue(UInt64.max), "text": "x"]])
        #expect(try await id(after: [Note<UInt64>(.max), Note(7)]) == 8)
        withExtendedLifetime(barricade) {}
    }

    @Test func theClientMustGiveThemWhereAsked() async throws {
        let (answer, session, barricade) = try await created([Note(1)], ids: .given)
        #expect(answer.status == 422)
        #expect(answer.problem == "$.id is missing.")
        #expect(answer.pointer == "#/id")
        #expect(try await session.visit("POST /notes", #"{"id": 5, "text": ""}"#).status == 201)
        withExtendedLifetime(barricade) {}
    }

    @Test func aClosureMayMakeThem() async throws {
        let (answer, _, _) = try await created(
            [Note("n1")], ids: .made { notes in "n\(notes.count + 1)" })
        #expect(answer.header("Location") == "/notes/n2")
    }

    @Test func aClosureMustMakeOthers() async throws {
        let notes = Resource(
            "Notes", at: "/notes", items: [Note("n1")], ids: .made { _ in "n1" }, line: 12)
        let barricade = Barricade(notes)
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.visit("POST /notes", #"{"text": "x"}"#)
        }
        #expect(
            error?.localizedDescription
                == """
                Resource "Notes" (ResourceIDsTests.swift:12) cannot be used: the id "n1" that was made \
                for a new item is that of another.

                To fix: let ids: .made { items in … } return ids that none of the items has.
                """)
    }

    @Test func whatCannotBeMadeIsTold() async throws {
        let colours = Resource("Colours", at: "/colours", items: [Note(Colour.red)], line: 7)
        let all = [Note<UInt8>(1), Note(255)]
        let bytes = Resource("Bytes", at: "/bytes", items: all, line: 8)
        let barricade = Barricade(colours, bytes)
        let session = barricade.session
        for (name, line, type) in [("Colours", 7, "Colour"), ("Bytes", 8, "UInt8")] {
            let error = await #expect(throws: (any Error).self) {
                try await session.visit("POST /\(name.lowercased())", #"{"text": "x"}"#)
            }
            #expect(
                error?.localizedDescription
                    == """
                    Resource "\(name)" (ResourceIDsTests.swift:\(line)) cannot be used: it cannot make \
                    another id of type \(type).

                    To fix: make ids yourself, ids: .made { items in … }, or send one with each POST.
                    """)
        }
        let given = try await session.visit("POST /colours", #"{"id": "green", "text": "x"}"#)
        #expect(given.header("Location") == "/colours/green")
        #expect(try await session.visit("GET /colours/blue").status == 404)
    }

    @Test func theKeyMayBeAnother() async throws {
        struct Track: Codable, Identifiable, Sendable {
            enum CodingKeys: String, CodingKey {
                case id = "track_id"
                case title
            }

            var id: Int
            var title: String
        }
        let tracks = Resource(
            "Tracks", at: "/tracks", items: [Track(id: 1, title: "One")],
            format: ResourceFormat(idKey: "track_id"))
        let barricade = Barricade(tracks)
        let made = try await barricade.session.visit("POST /tracks", #"{"title": "Two"}"#)
        #expect(made.text == #"{"title":"Two","track_id":2}"#)
        let put = try await barricade.session.visit("PUT /tracks/2", #"{"title": "Zwei"}"#)
        #expect(put.status == 200)
        let wrong = Resource("Tracks", at: "/tracks", items: [Track(id: 1, title: "One")], line: 3)
        #expect(
            Barricade(wrong).validate().map(\.message) == [
                """
                Resource "Tracks" (ResourceIDsTests.swift:3) cannot be used: in the JSON of its items, \
                "id" is not the id. Known: "title", "track_id".

                To fix: name the key of the id, format: ResourceFormat(idKey: "…").
                """
            ])
    }

    @Test func anIdThatIsNotReadIsTold() async throws {
        // The compiler warns of this, for a `let`; here it is done by hand.
        struct Draft: Codable, Identifiable, Sendable {
            enum CodingKeys: CodingKey { case text }
            var id = UUID()
            var text: String
        }
        let drafts = Resource<Draft>("Drafts", at: "/drafts", line: 5)
        let barricade = Barricade(drafts)
        let error = await #expect(throws: (any Error).self) {
            try await barricade.session.visit("POST /drafts", #"{"text": "x"}"#)
        }
        #expect(
            error?.localizedDescription
                == """
                Resource "Drafts" (ResourceIDsTests.swift:5) cannot be used: in the JSON of its items, \
                "id" is not the id. Known: "text".

                To fix: name the key of the id, format: ResourceFormat(idKey: "…").
                """)
    }
}
