import Barricade
import BarricadeResources
import Testing

@testable import TestSupport

@Suite(.timeLimit(.minutes(10))) struct ResourceQueryTests {
    private struct Person: Codable, Identifiable, Sendable {
        var id: Int
        var name: String
        var age: Double?
        var isMember = false
        var tags: [String]?
        var address: [String: String]?
    }

    private static let people = [
        Person(id: 1, name: "Grace", age: 37, tags: ["navy", "cobol"]),
        Person(id: 2, name: "Ada", age: 36.5, isMember: true, tags: ["maths"]),
        Person(id: 3, name: "Linus"),
        Person(id: 4, name: "Ada", age: 20),
        Person(id: 5, name: "A & B", isMember: true),
    ]

    private func barricade(_ format: ResourceFormat = ResourceFormat()) -> Barricade {
        Barricade(Resource("People", at: "/people", items: Self.people, format: format))
    }

    /// Returns the ids that a list has, its total and its links.
    private func list(
        _ query: String, of barricade: Barricade, in key: String? = nil
    ) async throws -> String {
        let answer = try await barricade.session.get("\(api)/people\(query)")
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(answer.text.utf8))
        let items = try #require(key.map { json[$0]?.array } ?? json.array)
        let ids = items.compactMap { $0["id"]?.int }
        let total = try #require(answer.response.value(forHTTPHeaderField: "X-Total-Count"))
        let links = answer.response.value(forHTTPHeaderField: "Link").map { " \($0)" } ?? ""
        return "\(ids) of \(total)\(links)".replacing(api, with: "")
    }

    @Test func filtersAndSorts() async throws {
        let barricade = barricade()
        for (query, ids) in [
            ("", [1, 2, 3, 4, 5]), ("?name=Ada", [2, 4]), ("?name=ada", []),
            ("?name=Ada&age=20", [4]), ("?name=Ada&name=Linus", [2, 3, 4]), ("?age=36.5", [2]),
            ("?age=20.0", [4]), ("?age=old", []), ("?age=null", [3, 5]),
            ("?isMember=true", [2, 5]),
            ("?tags=cobol", [1]), ("?id=3", [3]), ("?name=A%20%26%20B", [5]),
            ("?name=A+%26+B", [5]), ("?address=x", []), ("?sort=name", [5, 2, 4, 1, 3]),
            ("?sort=-name", [3, 1, 2, 4, 5]), ("?sort=name,-id", [5, 4, 2, 1, 3]),
            ("?sort=name&sort=-id", [5, 4, 2, 1, 3]), ("?sort=age", [4, 2, 1, 3, 5]),
            ("?sort=-age", [1, 2, 4, 3, 5]), ("?sort=-isMember,name", [5, 2, 4, 1, 3]),
            ("?sort=", [1, 2, 3, 4, 5]), ("?name=Ada&sort=age", [4, 2]),
        ] as [(String, [Int])] {
            #expect(try await list(query, of: barricade) == "\(ids) of \(ids.count)", "\(query)")
        }
    }

    @Test func pagesWithLinksThatKeepTheRestOfTheQuery() async throws {
        let barricade = barricade()
        for (query, ids, links) in [
            ("?page=1&per_page=2", [1, 2], ["next 2 2", "last 3 2"]),
            ("?page=2&per_page=2", [3, 4], ["first 1 2", "prev 1 2", "next 3 2", "last 3 2"]),
            ("?per_page=2&page=3", [5], ["first 1 2", "prev 2 2"]),
            ("?per_page=4", [1, 2, 3, 4], ["next 2 4", "last 2 4"]),
            ("?page=9&per_page=2", [], ["first 1 2", "prev 3 2"]),
            (
                "?page=9223372036854775807&per_page=9223372036854775807", [],
                ["first 1 9223372036854775807", "prev 1 9223372036854775807"]
            ),
            ("?page=1", [1, 2, 3, 4, 5], []), ("?page=1&per_page=5", [1, 2, 3, 4, 5], []),
        ] as [(String, [Int], [String])] {
            let wanted = links.map { link in
                let words = link.split(separator: " ")
                return "</people?page=\(words[1])&per_page=\(words[2])>; rel=\"\(words[0])\""
            }
            let list = try await list(query, of: barricade)
            let end = links.isEmpty ? "" : " \(wanted.joined(separator: ", "))"
            #expect(list == "\(ids) of 5\(end)", "\(query)")
        }
        let next = "?name=Ada&sort=-id&page=2&per_page=1"
        #expect(
            try await list("?name=Ada&sort=-id&page=1&per_page=1", of: barricade)
                == "[4] of 2 </people\(next)>; rel=\"next\", </people\(next)>; rel=\"last\"")
        #expect(try await list(next, of: barricade).hasPrefix("[2] of 2"))
    }

    @Test func refusesWhatItDoesNotKnow() async throws {
        try await barricade().follow(
            """
            GET /people?page=-1
              400 problem: page is "-1", expected a whole number from 1.
            GET /people?page=0
              400 problem: page is "0", expected a whole number from 1.
            GET /people?page
              400 problem: page is "", expected a whole number from 1.
            GET /people?per_page=many
              400 problem: per_page is "many", expected a whole number from 1.
            GET /people?sort=nmae
              400 problem: People cannot be sorted by "nmae". Did you mean "name"? Known: \
            "name", "age", "id", "tags", "isMember", "address".
            GET /people?sort=name,-nickname
              400 problem: People cannot be sorted by "nickname". Did you mean "name"? Known: \
            "name", "age", "id", "isMember", "tags", "address".
            GET /people?nmae=Ada
              400 problem: People cannot be filtered by "nmae". Did you mean "name"? Known: \
            "name", "age", "id", "tags", "isMember", "address".
            """)
        // Nothing is unknown where there is nothing.
        try await Barricade(Resource<Contact>("Contacts", at: "/contacts")).follow(
            """
            GET /contacts?nmae=Ada&sort=nmae
              200 []
            """)
    }

    @Test func asksAndWrapsAsTheFormatSays() async throws {
        let barricade = barricade(
            ResourceFormat(
                itemsKey: "people", page: "p", perPage: "limit", sort: "order", pageSize: 2,
                alwaysPages: true, ignoredQueryItems: ["api_key"]))
        #expect(
            try await list("?order=-id&api_key=k", of: barricade, in: "people")
                == """
                [5, 4] of 5 </people?order=-id&api_key=k&p=2&limit=2>; rel="next", \
                </people?order=-id&api_key=k&p=3&limit=2>; rel="last"
                """)
        let second = try await list("?p=2&limit=3", of: barricade, in: "people")
        #expect(second.hasPrefix("[4, 5] of 5"))
        try barricade.select("Empty", for: "List People")
        #expect(try await barricade.answer(to: "GET /people") == #"200 {"people":[]}"#)
    }

    @Test func fieldsAreThoseOfTheJSON() async throws {
        struct Note: Codable, Identifiable, Sendable {
            var id: Int
            var createdAt: Date
            var body: String?
        }
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let notes = Resource(
            "Notes", at: "/notes",
            items: [
                Note(id: 1, createdAt: Date(timeIntervalSince1970: 60)),
                Note(id: 2, createdAt: Date(timeIntervalSince1970: 0)),
            ], format: ResourceFormat(encoder: encoder, decoder: decoder))
        let barricade = Barricade(notes)
        let (first, second) = (
            #"{"created_at":"1970-01-01T00:01:00Z","id":1}"#,
            #"{"created_at":"1970-01-01T00:00:00Z","id":2}"#
        )
        // None has a body at first, and it is a field all the same.
        try await barricade.follow(
            """
            GET /notes?sort=created_at
              200 [\(second),\(first)]
            GET /notes?created_at=1970-01-01T00:01:00Z
              200 [\(first)]
            GET /notes?body=x
              200 []
            GET /notes?createdAt=x
              400 problem: Notes cannot be filtered by "createdAt". Did you mean "created_at"? \
            Known: "created_at", "id", "body".
            PATCH /notes/1 {"created_at": "1970-01-01T00:02:00Z", "body": "Hi"}
              200 {"body":"Hi","created_at":"1970-01-01T00:02:00Z","id":1}
            POST /notes {"body": "Hi"}
              422 problem: $.created_at is missing. (#/created_at)
            POST /notes {"created_at": "1970-01-01T00:00:00Z"}
              201 at /notes/3 {"created_at":"1970-01-01T00:00:00Z","id":3}
            """)
        #expect(barricade.validate() == [])
    }
}
