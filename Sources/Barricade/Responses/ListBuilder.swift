/// A result builder for lists, with `if`, `switch` and `for`.
@resultBuilder
public enum ListBuilder<Element> {
    public static func buildBlock(_ parts: [Element]...) -> [Element] {
        // Making a generic key path takes longer than all else here.
        parts.flatMap { $0 }
    }

    public static func buildOptional(_ part: [Element]?) -> [Element] {
        part ?? []
    }

    public static func buildEither(first part: [Element]) -> [Element] {
        part
    }

    public static func buildEither(second part: [Element]) -> [Element] {
        part
    }

    public static func buildArray(_ parts: [[Element]]) -> [Element] {
        parts.flatMap { $0 }
    }
}

extension ListBuilder<CannedResponse> {
    public static func buildExpression(_ response: CannedResponse) -> [CannedResponse] {
        [response]
    }

    public static func buildExpression(_ responses: [CannedResponse]) -> [CannedResponse] {
        responses
    }
}
