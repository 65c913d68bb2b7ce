import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

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

    private func notes<ID>(
        _ items: [Note<ID>], ids: ResourceIDs<Note<ID>> = .automatic, seed: UInt64 = 1
    ) -> Barricade {
        Barricade(Resource("Notes", at: "/notes", items: items, ids: ids, line: 12)) {
            $0.seed = seed
        }
    }

    /// The last segment of the `Location` of a new note, which has to lead to it.
    private func id<ID>(after items: [Note<ID>], seed: UInt64 = 1) async throws -> String {
        let barricade = notes(items, seed: seed)
        let answer = try await barricade.answer(to: #"POST /notes {"text": "x"}"#)
        let words = answer.split(separator: " ")
        let found = try await barricade.answer(to: "GET \(words[2])")
        let made: String = "201 at \(words[2]) \(found.dropFirst(4))"
        #expect(answer == made)
        #expect(barricade.validate() == [])
        return String(words[2].dropFirst("/notes/".count))
    }

    @Test func numbersCountOnAndOthersFollowFromTheSeed() async throws {
        let numbers = try await [
            id(after: [Note<Int>]()), id(after: [Note(3), Note(41), Note(-7)]),
            id(after: [Note<UInt8>(7)]), id(after: [Note(Number(rawValue: 4))]),
            id(after: [Note<Int?>(6)]), id(after: [Note<UInt64>(.max), Note(7)]),
        ]
        #expect(numbers == ["1", "42", "8", "5", "7", "8"])
        let uuid = try await id(after: [Note<UUID>]())
        // Version 4, variant 1 (RFC 9562).
        #expect(uuid.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
        #expect(uuid.contains(/^.{14}4.{4}[89AB]/))
        let ids = try await [
            id(after: [Note<UUID>]()), id(after: [Note("a")]),
            id(after: [Note(Name(rawValue: "a"))]),
        ]
        #expect(ids == [uuid, uuid.lowercased(), uuid.lowercased()])
        #expect(try await id(after: [Note<UUID>](), seed: 2) != uuid)
    }

    @Test func uuidsInAnyCaseAnyTextAndAnyNumberAreIDs() async throws {
        let id = UUID().uuidString
        try await notes([Note(try #require(UUID(uuidString: id)))]).follow(
            """
            GET /notes/\(id.lowercased())
              200 {"id":"\(id)","text":""}
            GET /notes?id=\(id.lowercased())
              200 [{"id":"\(id)","text":""}]
            PUT /notes/\(id) {"id": "\(id.lowercased())", "text": "y"}
              200 {"id":"\(id)","text":"y"}
            """)
        try await notes([Note<String>]()).follow(
            """
            POST /notes {"id": "a b", "text": ""}
              201 at /notes/a%20b {"id":"a b","text":""}
            DELETE /notes/a%20b
              204
            POST /notes {"id": "ä/ö", "text": ""}
              201 at /notes/%C3%A4%2F%C3%B6 {"id":"ä/ö","text":""}
            DELETE /notes/%C3%A4%2F%C3%B6
              204
            POST /notes {"id": "50%?#;", "text": ""}
              201 at /notes/50%25%3F%23%3B {"id":"50%?#;","text":""}
            DELETE /notes/50%25%3F%23%3B
              204
            POST /notes {"id": "1", "text": ""}
              201 at /notes/1 {"id":"1","text":""}
            GET /notes/1
              200 {"id":"1","text":""}
            """)
        // Also one that Int does not hold.
        try await notes([Note<UInt64>(7)]).follow(
            """
            POST /notes {"id": 18446744073709551615, "text": ""}
              201 at /notes/18446744073709551615 {"id":18446744073709551615,"text":""}
            PATCH /notes/18446744073709551615 {"text": "x"}
              200 {"id":18446744073709551615,"text":"x"}
            GET /notes/18446744073709551614
              404 problem: Notes has no item with id "18446744073709551614".
            GET /notes?sort=-id&id=18446744073709551615
              200 [{"id":18446744073709551615,"text":"x"}]
            """)
    }

    @Test func theClientOrAClosureMayMakeThem() async throws {
        try await notes([Note(1)], ids: .given).follow(
            """
            POST /notes {"text": "x"}
              422 problem: $.id is missing. (#/id)
            POST /notes {"id": 5, "text": ""}
              201 at /notes/5 {"id":5,"text":""}
            """)
        let numbered = notes([Note("n1")], ids: .made { notes in "n\(notes.count + 1)" })
        try await numbered.follow(
            """
            POST /notes {"text": "x"}
              201 at /notes/n2 {"id":"n2","text":"x"}
            """)
        try await notes([Note("n1")], ids: .made { _ in "n1" }).follow(
            """
            POST /notes {"text": "x"}
              fails: Resource "Notes" (ResourceIDsTests.swift:12) cannot be used: the id "n1" that \
            was made for a new item is that of another.

              To fix: let ids: .made { items in … } return ids that none of the items has.
            """)
    }

    @Test func aRefusedCreateUsesUpNoIDButADeletedOneIsNotMadeAgain() async throws {
        try await notes([Note(1), Note(2), Note(4)]).follow(
            """
            POST /notes {}
              422 problem: $.text is missing. (#/text)
            DELETE /notes/4
              204
            POST /notes {"text": ""}
              201 at /notes/5 {"id":5,"text":""}
            DELETE /notes/5
              204
            POST /notes {"text": ""}
              201 at /notes/6 {"id":6,"text":""}
            POST /notes {"id": 9, "text": ""}
              201 at /notes/9 {"id":9,"text":""}
            DELETE /notes/9
              204
            POST /notes {"id": null, "text": ""}
              201 at /notes/10 {"id":10,"text":""}
            """)
    }

    @Test func whatCannotBeMadeIsTold() async throws {
        // No number follows this one.
        try await notes([Note(1)]).follow(
            """
            POST /notes {"id": \(Int.max), "text": ""}
              201 at /notes/\(Int.max) {"id":\(Int.max),"text":""}
            POST /notes {"text": ""}
              fails: Resource "Notes" (ResourceIDsTests.swift:12) cannot be used: it cannot make \
            another id of type Int.

              To fix: make ids yourself, ids: .made { items in … }, or send one with each POST.
            """)
        try await notes([Note<UInt8>(1), Note(255)]).follow(
            """
            POST /notes {"text": "x"}
              fails: Resource "Notes" (ResourceIDsTests.swift:12) cannot be used: it cannot make \
            another id of type UInt8.

              To fix: make ids yourself, ids: .made { items in … }, or send one with each POST.
            """)
        try await notes([Note(Colour.red)]).follow(
            """
            POST /notes {"text": "x"}
              fails: Resource "Notes" (ResourceIDsTests.swift:12) cannot be used: it cannot make \
            another id of type Colour.

              To fix: make ids yourself, ids: .made { items in … }, or send one with each POST.
            POST /notes {"id": "green", "text": "x"}
              201 at /notes/green {"id":"green","text":"x"}
            GET /notes/blue
              404 problem: Notes has no item with id "blue".
            """)
    }

    @Test func theKeyMayBeAnotherButIsThatOfTheID() async throws {
        struct Track: Codable, Identifiable, Sendable {
            enum CodingKeys: String, CodingKey {
                case id = "track_id"
                case title
            }

            var id: Int
            var title: String
        }
        let one = Track(id: 1, title: "One")
        try await Barricade(
            Resource(
                "Tracks", at: "/tracks", items: [one], format: ResourceFormat(idKey: "track_id"))
        ).follow(
            """
            POST /tracks {"title": "Two"}
              201 at /tracks/2 {"title":"Two","track_id":2}
            PUT /tracks/2 {"title": "Zwei"}
              200 {"title":"Zwei","track_id":2}
            """)
        let wrong = Resource("Tracks", at: "/tracks", items: [one], line: 3)
        #expect(
            Barricade(wrong).validate().map(\.message) == [
                """
                Resource "Tracks" (ResourceIDsTests.swift:3) cannot be used: in the JSON of its items, \
                "id" is not the id. Known: "title", "track_id".

                To fix: name the key of the id, format: ResourceFormat(idKey: "…").
                """
            ])
        // The compiler warns of this, for a `let`; here it is done by hand.
        struct Draft: Codable, Identifiable, Sendable {
            enum CodingKeys: CodingKey { case text }
            var id = UUID()
            var text: String
        }
        try await Barricade(Resource<Draft>("Drafts", at: "/drafts", line: 5)).follow(
            """
            POST /drafts {"text": "x"}
              fails: Resource "Drafts" (ResourceIDsTests.swift:5) cannot be used: in the JSON of its \
            items, "id" is not the id. Known: "text".

              To fix: name the key of the id, format: ResourceFormat(idKey: "…").
            """)
    }
}
