/// A name, the requests it answers, and the canned responses to select from.
///
/// ```swift
/// let login = ResponseSet("Login", on: .post("/login")) {
///     CannedResponse("Success", json: ["token": "f00d"])
///     CannedResponse("Offline", error: .notConnectedToInternet)
/// }
/// ```
///
/// The first response is the default unless another is named. A response that is alone in its set
/// needs no name, and goes by "Response". In an app, register sets with
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
    public internal(set) var matcher: RequestMatcher
    /// The responses, in order.
    public internal(set) var responses: [CannedResponse]
    /// The name of the response that answers until another is selected; `nil` means the first.
    public let defaultResponse: String?
    /// How long its responses wait unless they say so themselves; `nil` leaves it to the barricade.
    public internal(set) var delay: ResponseDelay?
    /// Where the files of its responses are looked for; `nil` leaves it to the barricade.
    public internal(set) var files: FileLocation?
    /// What people find it under among many; `nil` means no group.
    public internal(set) var group: String?
    let origin: Origin

    /// Makes a set of the responses listed.
    ///
    /// - Parameters:
    ///   - name: What people see and select by; unique in a barricade.
    ///   - matcher: The requests that the set answers.
    ///   - defaultResponse: The response that answers at first; `nil` means the first one.
    ///   - delay: How long responses wait that do not say so themselves.
    ///   - files: Where body files are looked for; `nil` leaves it to the barricade.
    ///   - group: What people find it under among many; ``ResponseGroup`` gives its sets its name.
    ///   - fileID: Where the set is written, for messages.
    ///   - line: Where the set is written, for messages.
    ///   - responses: The responses, in order.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay? = nil, files: FileLocation? = nil, group: String? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @ResponseBuilder responses: () -> [CannedResponse]
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files, group: group,
            responses: responses(), fileID: fileID, line: line)
    }

    /// Makes a set of responses that are known at run time only.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay? = nil, files: FileLocation? = nil, group: String? = nil,
        responses: [CannedResponse], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files, group: group,
            responses: responses, origin: Origin(fileID: "\(fileID)", line: line))
    }

    init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay?, files: FileLocation? = nil, group: String? = nil,
        responses: [CannedResponse], origin: Origin
    ) {
        self.name = name
        self.matcher = matcher
        self.responses = responses
        // One that is alone is told from no other, so it needs no name.
        if responses.count == 1, responses[0].name.isEmpty { self.responses[0].name = "Response" }
        self.defaultResponse = defaultResponse
        self.delay = delay
        self.files = files
        self.group = group
        self.origin = origin
    }
}

extension ResponseSet {
    /// The response of that name; `nil` where there is none.
    public subscript(response: String) -> CannedResponse? {
        responses.first { $0.name == response }
    }
}
