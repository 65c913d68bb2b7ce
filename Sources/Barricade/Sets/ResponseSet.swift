/// A name, the requests it answers, and the canned responses to select from.
///
/// ```swift
/// let login = ResponseSet("Login", on: .post("/login")) {
///     CannedResponse("Success", json: ["token": "f00d"])
///     CannedResponse("Offline", error: .notConnectedToInternet)
/// }
/// ```
///
/// The first response is the default unless another is named. In an app, register sets with
/// ``Barricade/shared``; in a test, give them to a barricade of the test's own.
public struct ResponseSet: Sendable {
    /// Where a set was made, for messages.
    struct Origin: Sendable {
        let fileID: String
        let line: UInt

        /// The file's name and the line: `AppTests.swift:14`.
        var text: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
    }

    /// The name, unique in a barricade.
    public internal(set) var name: String
    /// The requests that the set answers.
    public let matcher: RequestMatcher
    /// The responses, in order.
    public internal(set) var responses: [CannedResponse]
    /// The name of the response that answers until another is selected; `nil` means the first.
    public let defaultResponse: String?
    /// How long its responses wait unless they say so themselves; `nil` leaves it to the barricade.
    public let delay: ResponseDelay?
    /// Where the files of its responses are looked for; `nil` leaves it to the barricade.
    public let files: FileLocation?
    let origin: Origin
    /// The resource that it is a part of; usually `nil`.
    var resource: (any CheckedResource)?

    /// Makes a set of the responses listed.
    ///
    /// - Parameters:
    ///   - name: What people see and select by; unique in a barricade.
    ///   - matcher: The requests that the set answers.
    ///   - defaultResponse: The response that answers at first; `nil` means the first one.
    ///   - delay: How long responses wait that do not say so themselves.
    ///   - files: Where body files are looked for; `nil` leaves it to the barricade.
    ///   - fileID: Where the set is written, for messages.
    ///   - line: Where the set is written, for messages.
    ///   - responses: The responses, in order.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay? = nil, files: FileLocation? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, @ResponseSetBuilder responses: () -> [CannedResponse]
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files,
            responses: responses(), fileID: fileID, line: line)
    }

    /// Makes a set of responses that are known at run time only.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay? = nil, files: FileLocation? = nil, responses: [CannedResponse],
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files,
            responses: responses, origin: Origin(fileID: "\(fileID)", line: line))
    }

    init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay?, files: FileLocation? = nil, responses: [CannedResponse],
        origin: Origin
    ) {
        self.name = name
        self.matcher = matcher
        self.responses = responses
        self.defaultResponse = defaultResponse
        self.delay = delay
        self.files = files
        self.origin = origin
    }
}

extension ResponseSet {
    /// The response of that name; `nil` where there is none.
    public subscript(response: String) -> CannedResponse? {
        responses.first { $0.name == response }
    }
}

/// Collects the responses of a set, with `if`, `switch` and `for` among them.
@resultBuilder
public enum ResponseSetBuilder {
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
