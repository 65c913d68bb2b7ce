package import Foundation

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
