import Foundation

/// A JSON body.
package struct JSONClause: Clause {
    package let expected: JSONExpectation

    package func matches(_ request: BarricadeRequest) -> Bool {
        guard let found = try? request.json() else { return false }
        return expected.difference(of: found) == nil
    }

    package var subject: String { "JSON body" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(bodyWith: "JSON") { () throws(BarricadeError) in
            expected.difference(of: try request.json())?.inWords
                ?? Difference(wants: "JSON", got: "that")
        }
    }

    package func described(isMasked: Bool) -> String {
        expected.isExact ? "JSON body is the value given" : "JSON body holds the values given"
    }

    package var weight: Double { 0.2 }
}

extension RequestMatcher {
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

    private static func json(_ expected: JSONExpectation) -> RequestMatcher {
        if expected.value.isTooDeep {
            return .unreadable(
                ".json is given a value of more than \(JSONValue.deepest) levels, "
                    + "which no body has")
        }
        if case .string(let text) = expected.value,
            let meant = try? JSONReader.read(Data(text.utf8)),
            meant.object != nil || meant.array != nil
        {
            return .unreadable(
                ".json is given text that is JSON itself: write it as a literal, .json([…])")
        }
        return RequestMatcher(JSONClause(expected: expected))
    }
}
