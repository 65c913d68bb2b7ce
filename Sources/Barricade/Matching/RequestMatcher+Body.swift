public import Foundation

// A body that comes as a stream is read only if a matcher asks for it while the request is still
// undecided; then the request can no longer reach the real server as the stream it was.
extension RequestMatcher {
    /// Matches a body of exactly these bytes.
    public static func body(_ data: Data) -> RequestMatcher {
        RequestMatcher(.body(.data(data)))
    }

    /// Matches a JSON body that holds at least these values: `.json(["user": ["id": 7]])`.
    ///
    /// Objects may have more members than are written. Arrays have as many elements, in the order
    /// written unless said otherwise. Numbers compare as numbers, whole ones by all their digits: 1
    /// is 1.0, and `JSONValue(UInt64.max)` no other. A `nil` asks for a `null` that is there.
    public static func json(
        _ subset: JSONValue, arrays order: ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONExpectation(value: subset, order: order, isExact: false))
    }

    /// Matches a JSON body that is this value: no object in it has other members.
    ///
    /// Arrays and numbers compare as with ``json(_:arrays:)``.
    public static func json(
        exactly value: JSONValue, arrays order: ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONExpectation(value: value, order: order, isExact: true))
    }

    private static func json(_ expectation: JSONExpectation) -> RequestMatcher {
        if case .string(let text) = expectation.value,
            let meant = try? JSONReader.read(Data(text.utf8)),
            meant.object != nil || meant.array != nil
        {
            return RequestMatcher(
                .unreadable(
                    ".json is given text that is JSON itself: write it as a literal, .json([…])"))
        }
        return RequestMatcher(.body(.json(expectation)))
    }

    /// Matches a form with a field of this value (`application/x-www-form-urlencoded`).
    ///
    /// The value `""` is that of `name=`; for `name` alone, without `=`, ask for
    /// ``ValueExpectation/noValue``.
    public static func form(_ name: String, _ value: String) -> RequestMatcher {
        form(name, .equal(value))
    }

    /// Matches a form with a field that is present, absent or of some form; present by default.
    public static func form(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(.body(.form(name, expectation)), expectation)
    }

    /// Matches a form with these fields and no others: `.form(exactly: ["user": "ada"])`.
    ///
    /// The order does not matter. A name that is written twice asks for two fields.
    public static func form(
        exactly fields: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        checked(ItemsExpectation(fields)) { .body(.formItems($0)) }
    }

    /// Matches a form with these fields and no others; `nil` asks for a field without a value.
    public static func form(exactly fields: [URLQueryItem]) -> RequestMatcher {
        checked(ItemsExpectation(fields)) { .body(.formItems($0)) }
    }

    /// Matches a multipart form (RFC 7578) with a part of this name, and of what else is given.
    public static func multipart(
        _ name: String, fileName: String? = nil, contentType: String? = nil, data: Data? = nil
    ) -> RequestMatcher {
        RequestMatcher(
            .body(
                .multipart(
                    name,
                    MultipartExpectation(
                        fileName: fileName, contentType: contentType?.lowercased(), data: data))))
    }

    /// Matches a multipart form with a part of this name and text: `.multipart("title", "Fog")`.
    ///
    /// The content is compared as text in UTF-8, also that of a file.
    public static func multipart(_ name: String, _ value: String) -> RequestMatcher {
        multipart(name, .equal(value))
    }

    /// Matches a multipart form with a part whose text is as expected, or without such a part.
    public static func multipart(
        _ name: String, _ expectation: ValueExpectation
    ) -> RequestMatcher {
        checked(.body(.part(name, expectation)), expectation.ofAValue("part"))
    }

    /// Matches a GraphQL operation by its name: `.post("/graphql") && .graphQL("GetCart")`.
    ///
    /// The name is looked for in this order: the query item `operationName`; the document in the
    /// query item `query`; and, unless the method is GET or HEAD, the body. A JSON body has the name
    /// as its `operationName`, else in the document that is its `query`: `query GetCart { … }`,
    /// `mutation AddBook(…)`. Of several operations in a document, the first counts. Of a batch, a
    /// JSON array, one operation must have the name. A body of `application/graphql` is the
    /// document, and a multipart form has the JSON in its part `operations`.
    ///
    /// Names compare with their case. The path does not matter.
    public static func graphQL(_ operationName: String) -> RequestMatcher {
        RequestMatcher(.graphQL(operationName))
    }
}
