public import Foundation

// A streamed body is read only if a matcher needs it to decide. The request can then no longer
// reach the real server as a stream.
extension RequestMatcher {
    /// Matches a body of exactly these bytes.
    public static func body(_ data: Data) -> RequestMatcher {
        RequestMatcher(.body(.data(data)))
    }

    /// Matches a JSON body that contains at least these values: `.json(["user": ["id": 7]])`.
    ///
    /// Objects may have more members. Arrays must have the same elements, by default in the same
    /// order. Numbers compare by value, and large integers by all their digits: 1 equals 1.0, and
    /// `JSONValue(UInt64.max)` equals no other number. A `nil` means that a `null` is present.
    public static func json(
        _ subset: JSONValue, arrays order: RequestMatcher.ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONExpectation(value: subset, order: order, isExact: false))
    }

    /// Matches a JSON body with exactly this value: objects may not have other members.
    ///
    /// Arrays and numbers compare as with ``json(_:arrays:)``.
    public static func json(
        exactly value: JSONValue, arrays order: RequestMatcher.ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONExpectation(value: value, order: order, isExact: true))
    }

    private static func json(_ expectation: JSONExpectation) -> RequestMatcher {
        if expectation.value.isTooDeep {
            return RequestMatcher(
                .unreadable(
                    ".json is given a value of more than \(JSONValue.deepest) levels, "
                        + "which no body has"))
        }
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

    /// Matches a form (`application/x-www-form-urlencoded`) that has a field with this value.
    ///
    /// The value `""` means `name=`; for `name` without `=`, use ``ValueExpectation/noValue``.
    public static func form(_ name: String, _ value: String) -> RequestMatcher {
        form(name, .equal(value))
    }

    /// Matches a form by an expectation of a field's value; by default, that it is present.
    public static func form(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(.body(.form(name, expectation)), expectation)
    }

    /// Matches a form with these fields and no others: `.form(exactly: ["user": "ada"])`.
    ///
    /// The order does not matter. A name that occurs twice means two fields.
    public static func form(
        exactly fields: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        checked(ItemsExpectation(fields)) { .body(.formItems($0)) }
    }

    /// Matches a form with these fields and no others; `nil` means a field without a value.
    public static func form(exactly fields: [URLQueryItem]) -> RequestMatcher {
        checked(ItemsExpectation(fields)) { .body(.formItems($0)) }
    }

    /// Matches a multipart form (RFC 7578) that has a part with this name and these properties.
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

    /// Matches a multipart form that has a part with this text: `.multipart("title", "Fog")`.
    ///
    /// It compares the content as UTF-8 text, even that of a file.
    public static func multipart(_ name: String, _ value: String) -> RequestMatcher {
        multipart(name, .equal(value))
    }

    /// Matches a multipart form by an expectation of a part's text.
    public static func multipart(
        _ name: String, _ expectation: ValueExpectation
    ) -> RequestMatcher {
        checked(.body(.part(name, expectation)), expectation.ofAValue("part"))
    }

    /// Matches a GraphQL operation by its name: `.post("/graphql") && .graphQL("GetCart")`.
    ///
    /// The name is searched for in the query item `operationName`, then in the document in the
    /// query item `query`, then, unless the method is GET or HEAD, in the body. In a JSON body, the
    /// name is its `operationName`, or else in the document in its `query`: `query GetCart { … }`,
    /// `mutation AddBook(…)`. If a document has several operations, the first counts. In a batch, a
    /// JSON array, one operation must have the name. A body of type `application/graphql` is the
    /// document; a multipart form has the JSON in its part `operations`.
    ///
    /// Names are case-sensitive. The path does not matter.
    public static func graphQL(_ operationName: String) -> RequestMatcher {
        RequestMatcher(.graphQL(operationName))
    }
}
