/// A result builder for responses, with `if`, `switch` and `for`.
@resultBuilder
public enum ResponseBuilder {
    public static func buildExpression(_ response: CannedResponse) -> [CannedResponse] {
        [response]
    }

    public static func buildExpression(_ responses: [CannedResponse]) -> [CannedResponse] {
        responses
    }

    public static func buildBlock(_ parts: [CannedResponse]...) -> [CannedResponse] {
        parts.flatMap(\.self)
    }

    public static func buildOptional(_ part: [CannedResponse]?) -> [CannedResponse] {
        part ?? []
    }

    public static func buildEither(first part: [CannedResponse]) -> [CannedResponse] {
        part
    }

    public static func buildEither(second part: [CannedResponse]) -> [CannedResponse] {
        part
    }

    public static func buildArray(_ parts: [[CannedResponse]]) -> [CannedResponse] {
        parts.flatMap(\.self)
    }
}
