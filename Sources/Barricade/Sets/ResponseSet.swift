import Foundation

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
    package struct Origin: Sendable, Equatable {
        let fileID: String
        let line: UInt

        package init(fileID: String, line: UInt) {
            self.fileID = fileID
            self.line = line
        }

        /// A set that is made at run time.
        package static let runTime = Origin(fileID: "made here", line: 0)

        /// Whether it is a file of a folder of sets.
        var isInFolder: Bool { line != 0 && !fileID.hasSuffix(".swift") }

        /// The file and the line: `AppTests.swift:14`, or `get-books/set.json:3` in a folder.
        package var text: String {
            guard line != 0 else { return fileID }
            return "\(isInFolder ? fileID : NSString(string: fileID).lastPathComponent):\(line)"
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
    package var origin: Origin
    /// The mistakes in it, found when it was registered; usually none.
    package private(set) var faults: [BarricadeError] = []
    package var attachments = Attachments()

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
        delay: (any ResponseDelayConvertible)? = nil, files: FileLocation? = nil,
        group: String? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        @ListBuilder<CannedResponse> responses: () -> [CannedResponse]
    ) {
        self.init(
            name, on: matcher, default: defaultResponse, delay: delay, files: files, group: group,
            responses: responses(), fileID: fileID, line: line)
    }

    /// Makes a set of responses that are known only at run time.
    public init(
        _ name: String, on matcher: RequestMatcher, default defaultResponse: String? = nil,
        delay: (any ResponseDelayConvertible)? = nil, files: FileLocation? = nil,
        group: String? = nil,
        responses: [CannedResponse], fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.name = name
        self.matcher = matcher
        self.responses = responses
        // A lone response cannot be confused with another, so it needs no name.
        if responses.count == 1, responses[0].name.isEmpty { self.responses[0].name = "Response" }
        self.defaultResponse = defaultResponse
        self.delay = delay?.responseDelay
        self.files = files
        self.group = group
        origin = Origin(fileID: "\(fileID)", line: line)
    }
}

extension ResponseSet {
    /// The response of that name; `nil` if there is none.
    public subscript(response: String) -> CannedResponse? {
        responses.first { $0.name == response }
    }

    /// Whether it was made at run time.
    package var isMade: Bool { origin == .runTime }

    /// The index of the default response; `nil` if there are no responses.
    package var defaultIndex: Int? {
        defaultResponse.flatMap { name in responses.firstIndex { $0.name == name } }
            ?? responses.indices.first
    }
}

extension ResponseSet: CustomStringConvertible {
    /// The name, the matcher and the responses: `Login: POST /login, "Success", "Offline"`.
    public var description: String {
        """
        \(name.shortened): \(matcher.clause.maskedDescription.shortened), \
        \(NameSuggestion.quoted(responses.map(\.name), limit: 8))
        """
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
        /// It lets them pass through to the real server, and a recorder keeps the replies; while
        /// there is none, they fail.
        case recording
    }
}

extension ResponseSet.Mode {
    /// Whether the real server answers.
    package var isLive: Bool { self == .live || self == .recording }
}

/// A response set or its name, wherever a registered set is meant.
///
/// ```swift
/// try barricade.select("Offline", for: login)
/// try barricade.select("Offline", for: "Login")
/// ```
public protocol ResponseSetName: Sendable {
    /// The name of the set.
    var responseSetName: String { get }
}

extension ResponseSet: ResponseSetName {
    /// The name.
    public var responseSetName: String { name }
}

extension String: ResponseSetName {
    /// The text itself.
    public var responseSetName: String { self }
}

/// A type that can be listed among response sets: a set, a group, a resource, an array of these.
///
/// ```swift
/// let barricade = Barricade(login, shop, Resource("Orders", at: "/orders", items: orders))
/// ```
///
/// The elements of an array must be of one type. For elements of several types, pass their sets:
/// `parts.flatMap(\.responseSets)`.
public protocol ResponseSetConvertible: Sendable {
    /// The sets, in order; the first one that matches a request answers it.
    var responseSets: [ResponseSet] { get }
    /// The presets that can be applied by name; none by default.
    var presets: [Preset] { get }
}

extension ResponseSetConvertible {
    public var presets: [Preset] { [] }
}

extension ResponseSet: ResponseSetConvertible {
    /// The set itself.
    public var responseSets: [ResponseSet] { [self] }
}

extension Array: ResponseSetConvertible where Element: ResponseSetConvertible {
    /// The sets of all elements, in order.
    public var responseSets: [ResponseSet] { reduce(into: []) { $0 += $1.responseSets } }
    /// The presets of all elements, in order.
    public var presets: [Preset] { reduce(into: []) { $0 += $1.presets } }
}

extension ResponseSet {
    /// Returns the sets with unique names and with their faults.
    ///
    /// A set or response whose name is missing or taken gets a new one, so that it still answers.
    package static func checked(_ sets: [ResponseSet]) -> [ResponseSet] {
        var names = NameChecker()
        return sets.map { set in
            var set = set
            var problems: [String] = []
            let fallback = set.name.isEmpty ? set.matcher.clause.maskedDescription : ""
            if let (name, problem) = names.replacement(
                for: set.name, among: sets.map(\.name), orElse: fallback)
            {
                set.name = name
                problems.append("has \(problem) Names of sets must be unique and not empty.")
            }
            var responses = NameChecker()
            for index in 0..<set.responses.count {
                if let (name, problem) = responses.replacement(
                    for: set.responses[index].name, among: set.responses.map(\.name),
                    orElse: "Response \(index + 1)")
                {
                    set.responses[index].name = name
                    problems.append(
                        """
                        has a response with \(problem) Names must be unique in their set and not empty.
                        """)
                }
            }
            for fault in set.matcher.faults { problems.append("never matches: \(fault).") }
            if set.responses.isEmpty { problems.append("has no responses, so its requests fail.") }
            if let name = set.defaultResponse, set[name] == nil {
                let known = NameSuggestion.known(nearestTo: name, among: set.responses.map(\.name))
                problems.append(
                    """
                    names "\(name.shortened)" as its default, but has no such response. \
                    \(known).
                    """)
            }
            set.faults = problems.map { BarricadeError(.invalidDefinition, "\(set.title) \($0)") }
            return set
        }
    }

    /// Returns the faults of several sets; one of a resource's path or a group's base, which all of
    /// their sets have, is there once.
    static func faults(of sets: [ResponseSet]) -> [BarricadeError] {
        var seen: Set<String> = []
        return sets.filter { !$0.faults.isEmpty }.flatMap { set in
            let reasons = set.matcher.faults
            let isNew = seen.insert("\(set.group ?? set.origin.text): \(reasons)").inserted
            return reasons.isEmpty || isNew ? set.faults : []
        }
    }

    /// The name and the place in the source, for the beginning of a message.
    package var title: String { "Response set \"\(name.shortened)\" (\(origin.text))" }
}

/// The names of a list, each given once.
private struct NameChecker {
    /// All of them, once one is missing or taken.
    private var all: Set<String>?
    private var taken: Set<String> = []
    /// The next number of each name that was given several times.
    private var numbers: [String: Int] = [:]

    /// Takes a name; if it is missing or taken, returns another one, and the problem as the end of
    /// a sentence.
    ///
    /// The new name differs from all names of the list, before or after it.
    mutating func replacement(
        for name: String, among names: @autoclosure () -> [String],
        orElse fallback: @autoclosure () -> String
    ) -> (name: String, problem: String)? {
        if !name.isEmpty, taken.insert(name).inserted { return nil }
        let all = all ?? Set(names())
        self.all = all
        let problem = name.isEmpty ? "no name" : "the name \"\(name.shortened)\" of another"
        let base = name.isEmpty ? fallback() : name
        var (name, number) = (base, numbers[base] ?? 2)
        while all.contains(name) || !taken.insert(name).inserted {
            name = "\(base) \(number)"
            number += 1
        }
        numbers[base] = number
        return (name, "\(problem); it is called \"\(name.shortened)\".")
    }
}
