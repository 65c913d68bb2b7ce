/// A name, the requests it answers, and the canned responses to select from.
///
/// ```swift
/// let login = ResponseSet("Login", on: .post("/login")) {
///     CannedResponse("Success", json: ["token": "f00d"])
///     CannedResponse("Offline", error: .notConnectedToInternet)
/// }
/// ```
///
/// The first response is the default unless you name another. A lone response needs no name; it is
/// called "Response". In an app, register sets with ``Barricade/shared``; in a test, give them to
/// the test's own barricade.
public struct ResponseSet: Sendable {
    /// The place in the source that makes a set, for messages.
    package struct Origin: Sendable {
        let fileID: String
        let line: UInt

        package init(fileID: String, line: UInt) {
            self.fileID = fileID
            self.line = line
        }

        /// The file and the line: `AppTests.swift:14`, or `get-books/set.json:3` in a folder.
        package var text: String {
            let file = fileID.hasSuffix(".swift") ? fileID.split(separator: "/").last : fileID[...]
            return "\(file ?? ""):\(line)"
        }
    }

    /// The name, unique in a barricade.
    public internal(set) var name: String
    /// The requests that the set answers.
    public internal(set) var matcher: RequestMatcher
    /// The responses, in order.
    public package(set) var responses: [CannedResponse]
    /// The name of the response that answers until another is selected; `nil` means the first.
    public package(set) var defaultResponse: String?
    /// The delay of responses that have none; `nil` means the barricade's.
    public internal(set) var delay: ResponseDelay?
    /// The location of its responses' files; `nil` means the barricade's.
    public package(set) var files: FileLocation?
    /// The name of the group that lists show it in; `nil` means no group.
    public package(set) var group: String?
    package let origin: Origin
    /// What its folder says of it besides, which another module reads; `nil` without a folder.
    package var notes: (any Sendable)?

    /// Makes a set of these responses.
    ///
    /// - Parameters:
    ///   - name: The name, unique in a barricade.
    ///   - matcher: The requests that the set answers.
    ///   - defaultResponse: The response that answers until another is selected; `nil` means the
    ///     first one.
    ///   - delay: The delay of responses that have none.
    ///   - files: The location of body files; `nil` means the barricade's.
    ///   - group: The name of the group that lists show it in; ``ResponseGroup`` gives its sets its
    ///     name.
    ///   - fileID: The file that makes the set, for messages.
    ///   - line: The line that makes the set, for messages.
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

    /// Makes a set of responses that are known only at run time.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: ResponseDelay? = nil, files: FileLocation? = nil, group: String? = nil,
        responses: [CannedResponse], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files, group: group,
            responses: responses, origin: Origin(fileID: "\(fileID)", line: line))
    }

    package init(
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
    /// The response of that name; `nil` if there is none.
    public subscript(response: String) -> CannedResponse? {
        responses.first { $0.name == response }
    }

    /// The place of the response that answers until another is selected; `nil` if there are none.
    package var usualIndex: Int? {
        defaultResponse.flatMap { name in responses.firstIndex { $0.name == name } }
            ?? responses.indices.first
    }
}

extension ResponseSet {
    /// The way a response set treats the requests it claims.
    public enum Mode: String, Sendable, CaseIterable {
        /// It answers them with the selected response.
        case barricaded
        /// It lets them pass through to the real server.
        case live
        /// It holds them until they are released; see ``Barricade/hold(_:)``.
        case held
        /// It lets them pass through to the real server, and a recorder keeps the replies; while there
        /// is none, they fail.
        case recording
    }
}

extension ResponseSet.Mode {
    /// Whether the real server answers.
    package var isLive: Bool { self == .live || self == .recording }
}

/// A type that can be listed among response sets: a set, a group, a resource, an array of these.
///
/// ```swift
/// let barricade = Barricade(login, shop, Resource("Orders", at: "/orders", items: orders))
/// ```
///
/// The elements of an array are of one type. Of several types in an array, give their sets:
/// `parts.flatMap(\.responseSets)`.
public protocol ResponseSetConvertible: Sendable {
    /// The sets, in order; the first one that matches a request answers it.
    var responseSets: [ResponseSet] { get }
}

extension ResponseSet: ResponseSetConvertible {
    /// The set itself.
    public var responseSets: [ResponseSet] { [self] }
}

extension Array: ResponseSetConvertible where Element: ResponseSetConvertible {
    /// The sets of all elements, in order.
    public var responseSets: [ResponseSet] { reduce(into: []) { $0 += $1.responseSets } }
}
