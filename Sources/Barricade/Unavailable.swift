public import Foundation

// Common first attempts that cannot compile, and what to write instead. A declaration here hides
// the compiler's own message for every call that it matches, so each matches only its attempt.

extension CannedResponse {
    // The default value keeps a trailing closure, which is a handler, out of `json`.
    @available(
        *, unavailable,
        message: """
            a variable is JSONValue(name); JSON text is jsonText:; a model or a date is encoding:; \
            a [String: Any] is data: try JSONSerialization.data(withJSONObject: it), \
            contentType: "application/json"
            """
    )
    public init(
        _ name: String = "", status: HTTP.Status = .ok, headers: HTTP.Headers = [:],
        json: Any? = nil, delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(name, .never)
    }

    @available(
        *, unavailable,
        message: """
            a variable is status: HTTP.Status(code), or headers: HTTP.Headers(dictionary); bytes \
            are data: bytes
            """
    )
    public init(
        _ name: String = "", status: Int = 200, statusCode: Int = 200,
        headers: [String: String] = [:], json: JSONValue = nil, text: String = "",
        file: String = "", data: Data = Data(), body: Data = Data(),
        delay: (any ResponseDelayConvertible)? = nil
    ) {
        self.init(name, .never)
    }
}

extension RequestMatcher {
    @available(*, unavailable, message: "variables are JSONValue(ids)")
    public static func json(_ subset: [String: Any], arrays order: ArrayOrder = .any) -> Self {
        .any
    }

    @available(*, unavailable, message: "write .any(\"/path\"), or .get(\"/path\") for one method")
    public static func path(_ pattern: String) -> Self { .any }

    @available(
        *, unavailable, message: "write .matching(\"has the text\") { try $0.text.contains(\"…\") }"
    )
    public static func body(containing text: String) -> Self { .any }
}

@available(*, unavailable, message: "join matchers: .get(\"/path\") && .query(\"page\", \"2\")")
extension RequestMatcher {
    public static func get(_ pattern: String, _ other: RequestMatcher) -> Self { .any }
    public static func post(_ pattern: String, _ other: RequestMatcher) -> Self { .any }
}

extension ResponseSet {
    @available(*, unavailable, message: "join matchers: .get(\"/path\") && .query(\"page\", \"2\")")
    public init(
        _ name: String, on matcher: RequestMatcher, _ other: RequestMatcher,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse]
    ) {
        self.init(name, on: matcher, responses: responses())
    }
}

// If two lines begin with a dot, the second one continues the first.
@available(*, unavailable, message: "write CannedResponse.offline() on a line of its own")
extension CannedResponse {
    public func offline(_ name: String = "") -> Self { self }
    public func serverError(_ name: String = "", status: HTTP.Status = .ok) -> Self { self }
}

@available(*, unavailable, message: "write on: .get(\"/path\"), or .any(\"/path\") for all methods")
extension RequestMatcher: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self = .any }
}

extension JSONValue {
    @available(
        *, unavailable,
        message: """
            it may hold what JSON cannot: write try JSONSerialization.data(withJSONObject: it)
            """
    )
    public init(_ values: [String: Any]) { self = nil }

    @available(*, unavailable, renamed: "integer")
    public static func int(_ value: Int) -> JSONValue { .integer(value) }
}
