import Barricade
import BarricadeTesting
import Testing

@testable import TestSupport

/// Sends a request through the session of the running test's barricade, or through another one.
func ask(
    _ method: String, _ path: String, through session: URLSession = Barricade.current.session
) async throws -> (text: String, status: Int) {
    var request = URLRequest(url: try URL("https://api.example.com\(path)"))
    request.httpMethod = method
    // A busy machine may turn none into a timeout.
    request.timeoutInterval = 3_600
    let (data, response) = try await session.data(for: request)
    let status = try #require(response as? HTTPURLResponse).statusCode
    return (String(decoding: data, as: UTF8.self), status)
}

/// An issue that a test has recorded.
struct RecordedIssue: Sendable {
    let text: String
    let line: Int?
    var isWarning = false

    var firstLine: String { text.components(separatedBy: "\n")[0] }
}

/// Runs a body in a trait's scope; returns the issues, which do not fail the running test.
///
/// They name the barricade after the running test, which is left out by default.
func recordedIssues(
    of trait: BarricadeTrait, namingTheBarricade isNamed: Bool = false,
    _ body: @Sendable () async throws -> Void
) async throws -> [RecordedIssue] {
    let test = try #require(Test.current)
    let found = Locked<[RecordedIssue]>([])
    try await withKnownIssue(isIntermittent: true) {
        try await trait.provideScope(for: test, testCase: nil, performing: body)
    } matching: { issue in
        // Other comments are notes on the requests of the test.
        let text = issue.error.map { "\($0)" } ?? issue.comments.first?.rawValue ?? ""
        let shown = isNamed ? text : text.withoutBarricade
        let line = issue.sourceLocation?.line
        var recorded = RecordedIssue(text: shown, line: line)
        #if compiler(>=6.3)
        recorded.isWarning = issue.severity == .warning
        #endif
        found.withLock { [recorded] in $0.append(recorded) }
        return true
    }
    return found.withLock { $0 }
}

#if compiler(>=6.3)
/// Runs a body in a trait's scope, and records a failure after it; returns the texts of each issue.
///
/// They are that of its error and its comments. The issues do not fail the running test.
func failures(
    in trait: BarricadeTrait, recording failure: Comment? = nil,
    of body: @escaping @Sendable () async throws -> Void
) async throws -> [[String]] {
    let test = try #require(Test.current)
    let failures = Locked<[[String]]>([])
    let collecting = IssueHandlingTrait.compactMapIssues { issue in
        let error = issue.error.map { ["\($0)"] } ?? []
        failures.withLock { $0.append(error + issue.comments.map(\.rawValue)) }
        return nil
    }
    try await collecting.provideScope(for: test, testCase: nil) {
        try await trait.provideScope(for: test, testCase: nil) {
            try await body()
            if let failure { Issue.record(failure) }
        }
    }
    return failures.current
}
#endif

/// A trait of a test, or of a suite with one test, that is to fail with these issues, all cases
/// taken together.
struct FailingTrait: TestTrait, SuiteTrait, TestScoping {
    let isRecursive = true
    let issues: [String]
    private let found = Locked<[String]>([])

    func scopeProvider(for test: Test, testCase: Test.Case?) -> FailingTrait? { self }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withKnownIssue(isIntermittent: true) {
            try await function()
        } matching: { issue in
            let text = issue.comments.first?.rawValue ?? ""
            found.withLock { $0.append(text.withoutBarricade) }
            return true
        }
        if testCase == nil { #expect(found.current.sorted() == issues.sorted()) }
    }

    fileprivate init(issues: [String]) {
        self.issues = issues
    }
}

extension Trait where Self == FailingTrait {
    /// To be named before the barricade, so that it is around it.
    static func fails(with issues: [String]) -> Self { FailingTrait(issues: issues) }
}

extension String {
    /// The text without the name of the barricade that it is about.
    var withoutBarricade: String { replacing(/(\ in|\n\nIn) barricade "[^"]*"(\.$)?/, with: "") }
}
