import Barricade
import BarricadeResources
import Foundation
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

    private func session(
        _ format: ResourceFormat = ResourceFormat()
    ) -> (Barricade, @Sendable (String) async throws -> ResourceVisit) {
        let people = Resource("People", at: "/people", items: Self.people, format: format)
        let barricade = Barricade(people)
        let session = barricade.session
        return (barricade, { try await session.visit("GET /people\($0)") })
    }

    private func ids(_ answer: ResourceVisit, in key: String? = nil) throws -> [Int] {
        struct Item: Decodable { let id: Int }
        let data = Data(answer.text.utf8)
        if let key {
            let lists = try JSONDecoder().decode([String: [Item]].self, from: data)
            return try #require(lists[key]).map(\.id)
        }
        return try JSONDecoder().decode([Item].self, from: data).map(\.id)
    }

    @Test(arguments: [
        ("", [1, 2, 3, 4, 5]), ("?name=Ada", [2, 4]), ("?name=ada", []),
        ("?name=Ada&age=20", [4]), ("?name=Ada&name=Linus", [2, 3, 4]), ("?age=36.5", [2]),
        ("?age=20.0", [4]), ("?age=old", []), ("?age=null", [3, 5]), ("?isMember=true", [2, 5]),
        ("?tags=cobol", [1]), ("?id=3", [3]), ("?name=A%20%26%20B", [5]), ("?name=A+%26+B", [5]),
        ("?address=x", []), ("?sort=name", [5, 2, 4, 1, 3]), ("?sort=-name", [3, 1, 2, 4, 5]),
        ("?sort=name,-id", [5, 4, 2, 1, 3]), ("?sort=name&sort=-id", [5, 4, 2, 1, 3]),
        ("?sort=age", [4, 2, 1, 3, 5]), ("?sort=-age", [1, 2, 4, 3, 5]),
        ("?sort=-isMember,name", [5, 2, 4, 1, 3]), ("?sort=", [1, 2, 3, 4, 5]),
        ("?name=Ada&sort=age", [4, 2]),
    ])
    func filtersAndSorts(_ query: String, _ expected: [Int]) async throws {
        let (barricade, get) = session()
        let answer = try await get(query)
        #expect(answer.status == 200)
        #expect(try ids(answer) == expected)
        #expect(answer.header("X-Total-Count") == "\(expected.count)")
        withExtendedLifetime(barricade) {}
    }

    @Test(arguments: [
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
    ])
    func pages(_ query: String, _ expected: [Int], _ links: [String]) async throws {
        let (barricade, get) = session()
        let answer = try await get(query)
        #expect(try ids(answer) == expected)
        #expect(answer.header("X-Total-Count") == "5")
        let wanted = links.map { link in
            let parts = link.split(separator: " ")
            return "<\(api)/people?page=\(parts[1])&per_page=\(parts[2])>; rel=\"\(parts[0])\""
        }
        #expect(answer.header("Link") == (links.isEmpty ? nil : wanted.joined(separator: ", ")))
        withExtendedLifetime(barricade) {}
    }

    @Test func linksKeepTheRestOfTheQueryAndLeadOn() async throws {
        let (barricade, get) = session()
        let answer = try await get("?name=Ada&sort=-id&page=1&per_page=1")
        #expect(try ids(answer) == [4])
        let next = "\(api)/people?name=Ada&sort=-id&page=2&per_page=1"
        #expect(answer.header("Link") == "<\(next)>; rel=\"next\", <\(next)>; rel=\"last\"")
        #expect(try ids(try await barricade.session.visit("GET \(next)")) == [2])
    }

    @Test(arguments: [
        ("?page=-1", #"page is "-1", expected a whole number from 1."#),
        ("?page=0", #"page is "0", expected a whole number from 1."#),
        ("?page", #"page is "", expected a whole number from 1."#),
        ("?per_page=many", #"per_page is "many", expected a whole number from 1."#),
        (
            "?sort=nmae",
            """
            People cannot be sorted by "nmae". \
            Did you mean "name"? Known: "name", "age", "id", "tags", "isMember", "address".
            """
        ),
        (
            "?sort=name,-nickname",
            """
            People cannot be sorted by "nickname". \
            Did you mean "name"? Known: "name", "age", "id", "isMember", "tags", "address".
            """
        ),
        (
            "?nmae=Ada",
            """
            People cannot be filtered by "nmae". \
            Did you mean "name"? Known: "name", "age", "id", "tags", "isMember", "address".
            """
        ),
    ])
    func refuses(_ query: String, _ detail: String) async throws {
        let (barricade, get) = session()
        let answer = try await get(query)
        #expect(answer.status == 400)
        #expect(answer.problem == detail)
        withExtendedLifetime(barricade) {}
    }

    @Test func asksAndWrapsAsTheFormatSays() async throws {
        let format = ResourceFormat(
            itemsKey: "people", page: "p", perPage: "limit", sort: "order", pageSize: 2,
            alwaysPages: true, ignoredQueryItems: ["api_key"])
        let (barricade, get) = session(format)
        let first = try await get("?order=-id&api_key=k")
        #expect(try ids(first, in: "people") == [5, 4])
        #expect(
            first.header("Link")
                == """
                <\(api)/people?order=-id&api_key=k&p=2&limit=2>; rel="next", \
                <\(api)/people?order=-id&api_key=k&p=3&limit=2>; rel="last"
                """)
        #expect(try ids(try await get("?p=2&limit=3"), in: "people") == [4, 5])
        try barricade.select("Empty", for: "List People")
        #expect(try await get("").text == #"{"people":[]}"#)
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
        let session = barricade.session
        #expect(try ids(try await session.visit("GET /notes?sort=created_at")) == [2, 1])
        #expect(
            try ids(try await session.visit("GET /notes?created_at=1970-01-01T00:01:00Z")) == [1])
        // None has a body now, and it is a field all the same.
        #expect(try ids(try await session.visit("GET /notes?body=x")) == [])
        #expect(
            try await session.visit("GET /notes?createdAt=x").problem
                == """
                Notes cannot be filtered by "createdAt". Did you mean "created_at"? \
                Known: "created_at", "id", "body".
                """)
        let patched = try await session.visit(
            "PATCH /notes/1", #"{"created_at": "1970-01-01T00:02:00Z", "body": "Hi"}"#)
        #expect(patched.text == #"{"body":"Hi","created_at":"1970-01-01T00:02:00Z","id":1}"#)
        let missing = try await session.visit("POST /notes", #"{"body": "Hi"}"#)
        #expect(missing.problem == "$.created_at is missing.")
        #expect(missing.pointer == "#/created_at")
        let made = try await session.visit(
            "POST /notes", #"{"created_at": "1970-01-01T00:00:00Z"}"#)
        #expect(made.text == #"{"created_at":"1970-01-01T00:00:00Z","id":3}"#)
        #expect(barricade.validate() == [])
    }

    @Test func nothingIsUnknownWhereThereIsNothing() async throws {
        let contacts = Resource<Contact>("Contacts", at: "/contacts")
        let barricade = Barricade(contacts)
        let answer = try await barricade.session.visit("GET /contacts?nmae=Ada&sort=nmae")
        #expect(answer.text == "[]")
    }
}
