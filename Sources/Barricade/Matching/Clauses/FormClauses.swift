package import Foundation

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
