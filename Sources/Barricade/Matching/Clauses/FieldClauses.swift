package import Foundation

/// A header field; its name is case-insensitive.
package struct HeaderClause: ValueClause {
    package static var kind: String { "header" }
    package let name: String
    package let expectation: ValueExpectation
    package var isSecret: Bool { true }

    package func values(in request: BarricadeRequest) -> [String?] {
        request.headerValues(of: name)
    }
}

extension RequestMatcher {
    /// Matches a header field with this value; the name is case-insensitive.
    public static func header(_ name: String, _ value: String) -> RequestMatcher {
        header(name, .equal(value))
    }

    /// Matches by an expectation of a header field's value; by default, that it is present.
    public static func header(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(
            HeaderClause(name: name, expectation: expectation),
            expectation.ofAValue("header field"))
    }
}

/// A query item.
package struct QueryClause: ValueClause {
    package static var kind: String { "query item" }
    package let name: String
    package let expectation: ValueExpectation

    package func values(in request: BarricadeRequest) -> [String?] {
        request.target.queryValues(of: name)
    }

    package func shownValues(in request: BarricadeRequest) -> [String?] {
        request.target.items(named: name).map(\.value)
    }

    /// All items together count less than another path.
    package func compare(in comparison: MatchComparison) {
        guard !matches(comparison.request) else { return comparison.add(self, nil) }
        let isAbsent = values(in: comparison.request).isEmpty
        comparison.add(self, comparison.queryShare * (isAbsent ? 0.15 : 0.12))
        comparison.queryShare /= 3
    }
}

extension RequestMatcher {
    /// Matches a query that has an item with this name and value.
    ///
    /// If the item occurs more than once, one must have the value. A `+` in the request may mean
    /// itself or a space. The value `""` means `?name=`; for `?name`, use
    /// ``ValueExpectation/noValue``.
    public static func query(_ name: String, _ value: String) -> RequestMatcher {
        query(name, .equal(value))
    }

    /// Matches a query by an expectation of an item's value; by default, that it is present.
    public static func query(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(QueryClause(name: name, expectation: expectation), expectation)
    }
}

/// All items of a query.
package struct QueryItemsClause: ItemsClause {
    package static var kind: String { "query item" }
    package let expected: ItemsExpectation
    package var subject: String { "query" }

    package func items(in request: BarricadeRequest) -> [ItemReading] { request.target.items }
}

extension RequestMatcher {
    /// Matches a query with these items and no others: `.query(exactly: ["page": "2"])`.
    ///
    /// The order does not matter. A name that occurs twice means two items. `[:]` means a URL
    /// without a query, or with an empty one.
    public static func query(
        exactly items: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        query(exactly: ItemsExpectation(items))
    }

    /// Matches a query with these items and no others; `nil` means an item without a value.
    package static func query(exactly items: [URLQueryItem]) -> RequestMatcher {
        query(exactly: ItemsExpectation(items))
    }

    package static func query(exactly expected: ItemsExpectation) -> RequestMatcher {
        RequestMatcher(expected.unreadable ?? QueryItemsClause(expected: expected))
    }
}

/// A field of a form (`application/x-www-form-urlencoded`).
package struct FormFieldClause: ValueClause {
    package static var kind: String { "form field" }
    package let name: String
    package let expectation: ValueExpectation

    package func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        try request.form.filter { $0.name == name }.map(\.value)
    }

    /// Without secrets, as in all messages about bodies.
    package func described(isMasked: Bool) -> String {
        "\(subject) \(expectation.predicate(isMasked: true, isSecret: isSecret))"
    }
}

extension RequestMatcher {
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
        checked(FormFieldClause(name: name, expectation: expectation), expectation)
    }
}

/// All fields of a form.
package struct FormFieldsClause: ItemsClause {
    package static var kind: String { "form field" }
    package let expected: ItemsExpectation
    package var subject: String { "form" }

    package func items(in request: BarricadeRequest) throws(BarricadeError) -> [ItemReading] {
        try request.form.map { ItemReading(names: [$0.name], values: [$0.value]) }
    }

    /// Without secrets, as in all messages about bodies.
    package func described(isMasked: Bool) -> String {
        expected.described(as: Self.kind, isMasked: true)
    }
}

extension RequestMatcher {
    /// Matches a form with these fields and no others: `.form(exactly: ["user": "ada"])`.
    ///
    /// The order does not matter. A name that occurs twice means two fields.
    public static func form(
        exactly fields: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        form(exactly: ItemsExpectation(fields))
    }

    /// Matches a form with these fields and no others; `nil` means a field without a value.
    package static func form(exactly fields: [URLQueryItem]) -> RequestMatcher {
        form(exactly: ItemsExpectation(fields))
    }

    package static func form(exactly expected: ItemsExpectation) -> RequestMatcher {
        RequestMatcher(expected.unreadable ?? FormFieldsClause(expected: expected))
    }
}
