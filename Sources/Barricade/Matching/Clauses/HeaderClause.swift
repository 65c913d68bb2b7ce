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
