import Barricade
import Testing

@testable import TestSupport

/// Queries and forms, item by item.
extension RequestMatcherBodyTests {
    private static let formType = "application/x-www-form-urlencoded"

    /// A text is the query and the form of one request.
    static func items() throws -> [Comparison] {
        try (queries + many + forms + fields).map { matcher, text, difference in
            (matcher, try .posting(text, to: "\(api)/list?\(text)", as: formType), difference)
        }
    }

    private static let queries: [RequestMatcher.Case] = [
        (.query(exactly: ["page": "2"]), "page=2", nil),
        (.query(exactly: ["page": "2", "size": "20"]), "size=20&page=2", nil),
        (.query(exactly: [:]), "", nil),
        (.query(exactly: ["tag": "a", "tag": "b"]), "tag=b&tag=a", nil),
        (.query(exactly: ["q": "a b"]), "q=a+b", nil),
        (.query(exactly: ["a b": "1"]), "a+b=1", nil),
        (.query(exactly: ["a": .present, "b": .absent]), "a", nil),
        (.query(exactly: ["a": .noValue, "b": ""]), "a&b=", nil),
        // The first expectation takes what only the second one can have, and gives it back.
        (.query(exactly: ["tag": .present, "tag": "a"]), "tag=a&tag=b", nil),
        (
            .query(exactly: ["a": "1", "b": .noValue]),
            "b&a=1", nil
        ),
        (.query(exactly: ["page": "2"]), "page=3", #"wants query item page "2", got "3""#),
        (.query(exactly: ["page": "2"]), "", #"wants query item page "2", got none"#),
        (
            .query(exactly: ["page": "2"]), "page=2&debug=1",
            #"wants no query item debug, got "1""#
        ),
        (
            .query(exactly: ["page": "2"]), "page=2&debug",
            "wants no query item debug, got no value"
        ),
        (.query(exactly: [:]), "token=f00d", "wants no query item token, got one"),
        (.query(exactly: ["page": "2"]), "page=2&page=2", "wants 1 query item page, got 2"),
        (.query(exactly: ["tag": "a", "tag": "a"]), "tag=a", "wants 2 query items tag, got 1"),
        (
            .query(exactly: ["tag": "a", "tag": "a"]), "tag=a&tag=b",
            "wants the query items given, got others"
        ),
        (
            .query(exactly: ["key": "1"]), "key=2",
            "wants query item key with the value given, got another value"
        ),
        (
            .query(exactly: ["b": .noValue]), "b=",
            #"wants query item b without a value, got """#
        ),
    ]

    /// A hundred items in another order.
    private static let many: [RequestMatcher.Case] = {
        let items = (0..<100).map { URLQueryItem(name: "item\($0)", value: "\($0)") }
        let query = items.reversed().map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        let matcher = RequestMatcher.query(exactly: items)
        return [
            (matcher, query, nil), (matcher, "\(query)&a", "wants no query item a, got no value"),
        ]
    }()

    private static let forms: [RequestMatcher.Case] = [
        (.form(exactly: ["user": "ada", "city": "x y"]), "city=x+y&user=ada", nil),
        (.form(exactly: [:]), "", nil),
        (.form(exactly: ["a": .noValue]), "a", nil),
        // Numbers and variables.
        (.form(exactly: ["page": 2, "size": .equal(size)]), "size=20&page=2", nil),
        (.form(exactly: ["page": 2]), "page=3", #"wants form field page "2", got "3""#),
        (.form(exactly: ["role": .prefix("ad")]), "role=admin", nil),
        (
            .form(exactly: ["role": "admin"]), "role=guest",
            #"wants form field role "admin", got "guest""#
        ),
        (
            .form(exactly: ["role": "admin"]), "role=admin&x=1",
            #"wants no form field x, got "1""#
        ),
        (
            .form(exactly: ["role": "admin"]), "role=admin&pin=1",
            "wants no form field pin, got one"
        ),
    ]

    private static let size = 20

    private static let fields: [RequestMatcher.Case] = [
        (.form("a", "1"), "b=2&a=1", nil), (.form("a", "1"), "a=0&a=1", nil),
        (.form("a"), "a", nil), (.form("a", ""), "a=", nil),
        (.form("a b", "c&d"), "a+b=c%26d", nil), (.form("a", .prefix("x")), "a=xy", nil),
        (.form("a", .containing("y")), "a=xyz", nil), (.form("a", .absent), "b=1", nil),
        (.form("a", "1"), "a=2", #"wants form field a "1", got "2""#),
        (.form("a", "1"), "A=1", #"wants form field a "1", got only "A""#),
        (.form("a"), "b=1&c=2&c=3", #"wants form field a, got only "b", "c""#),
        (.form("a", .absent), "a=1", #"wants no form field a, got "1""#),
        (.form("a", ""), "a", #"wants form field a "", got no value"#),
        (.form("a", .noValue), "b=1&a", nil),
        (.form("a", .noValue), "a=", #"wants form field a without a value, got """#),
        (.form("a", .absent), "a", "wants no form field a, got no value"),
    ]

    @Test func queriesAndFormsChooseTheSet() async throws {
        let barricade = Barricade(
            ResponseSet("First", on: .get("/list") && .query(exactly: [:]), line: 1) {
                CannedResponse("OK", text: "first page")
            },
            ResponseSet(
                "Page", on: .get("/list") && .query(exactly: ["page": .regex("^[0-9]+$")]),
                responses: [CannedResponse("OK", text: "page")], line: 2),
            ResponseSet("Form", on: .post("/list") && .form(exactly: ["a": "1"]), line: 3) {
                CannedResponse("OK", text: "form")
            })
        let session = barricade.session
        let posted = try URLRequest.posting("a=1", to: "\(api)/list", as: Self.formType)
        let texts = try await [
            session.get("\(api)/list").text, session.get("\(api)/list?page=7").text,
            session.send(posted).text,
        ]
        #expect(texts == ["first page", "page", "form"])
        let error = try await session.failure("\(api)/list?page=7&size=2")
        #expect(
            error.localizedDescription == """
                No response set matches GET https://api.example.com/list?page=7&size=2.

                Nearest:
                  "First" (RequestMatcherBodyTests+Items.swift:1)   wants no query item page, got "7"
                  "Page" (RequestMatcherBodyTests+Items.swift:2)    wants no query item size, got "2"
                  "Form" (RequestMatcherBodyTests+Items.swift:3)    wants POST, got GET; wants a form, got no body

                The request or the set may be wrong. To fix:
                  change what "First" (RequestMatcherBodyTests+Items.swift:1) wants
                  or add, after the sets above: ResponseSet("GET /list?page=7&size=2", \
                on: .get("https://api.example.com/list?page=7&size=2")) { CannedResponse(json: [:]) }
                  or let it pass through: barricade.unmatchedPolicy = .passThrough
                """)
    }
}

extension RequestMatcher {
    static func query(exactly items: [URLQueryItem]) -> RequestMatcher {
        exactly(.query, items.map(\.expected))
    }

    static func form(exactly fields: [URLQueryItem]) -> RequestMatcher {
        exactly(.form, fields.map(\.expected))
    }
}

extension URLQueryItem {
    fileprivate var expected: (name: String, expectation: ValueExpectation) {
        (name, value.map { .equal($0) } ?? .noValue)
    }
}
