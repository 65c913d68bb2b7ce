#if canImport(Testing)
public import Barricade
public import Testing

/// A trait that gives each test its own barricade: `@Test(.barricade(login, profile))`.
///
/// On a suite, it applies to every test in it, and it nests: the suite's sets are registered first,
/// then those of an inner suite and of the test in front of them. Settings are made in the same
/// order, so the test's own settings win. Each case of a parameterized test has its own barricade
/// too, so tests can run in parallel.
///
/// The barricade is named after the test, and its messages name it, unless `$0.name` says otherwise.
///
/// When the test ends, held requests are released. Each request that no set claimed, or whose
/// response was unusable, becomes an issue at the test's line, with a message that says what to do.
/// So does each mistake in a set, and each choice that no request used: the test selected a response,
/// held a set or gave it an answer, and no request came to that set afterwards. The first issue of a
/// test lists its requests, and the seed of what was random; Swift Testing can do so since Swift 6.2.
public struct BarricadeTrait: TestTrait, SuiteTrait, TestScoping {
    /// A class, so that a trait has an identity.
    final class Content: Sendable {
        let share: BarricadeShare
        let configure: @Sendable (inout Barricade.Settings) -> Void

        init(
            _ share: BarricadeShare,
            configure: @escaping @Sendable (inout Barricade.Settings) -> Void
        ) {
            self.share = share
            self.configure = configure
        }
    }

    let content: Content
    /// Whether its scope is around all cases of a test, to see what none of them uses.
    var isAroundAllCases = false

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> BarricadeTrait? {
        if testCase != nil { return self }
        guard !test.isSuite, content.share.unusedSets == .reported else { return nil }
        var around = self
        around.isAroundAllCases = true
        return around
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // The outermost trait makes the barricade for all traits.
        guard BarricadeScope.current == nil else { return try await function() }
        let sourceLocation = test.sourceLocation
        let report: @Sendable (String) -> Void = { message in
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        }
        if isAroundAllCases {
            guard UnusedSets.current == nil else { return try await function() }
            let unused = UnusedSets()
            try await UnusedSets.$current.withValue(unused) { try await function() }
            return unused.messages.forEach(report)
        }
        let contents = contents(in: test)
        let scope = BarricadeScope(
            contents.map(\.share), of: test.nameForReports,
            arguments: testCase.map { Self.presets(in: $0) } ?? [],
            configure: { settings in
                for content in contents { content.configure(&settings) }
            }, report: report)
        // Requests may come after the test, in tasks that keep these notes.
        let notes = FailureNotes { [weak scope] in scope?.failureNotes }
        try await notes.provideScope(for: test, testCase: testCase) {
            do {
                try await scope.reachedSessions.run(reachedBy: scope.barricade) {
                    try await BarricadeScope.$current.withValue(scope) { try await function() }
                }
            } catch {
                scope.end(throwing: error)
                throw error
            }
            scope.end()
        }
    }

    /// Returns the presets among the values of a test case's arguments, which only a mirror shows.
    private static func presets(in part: Any, depth: Int = 5) -> [Preset] {
        guard depth > 0 else { return [] }
        return Mirror(reflecting: part).children.flatMap { label, value in
            label == "value"
                ? [value as? Preset].compactMap(\.self) : presets(in: value, depth: depth - 1)
        }
    }

    /// Returns the contents of a test's barricade traits, outermost first.
    private func contents(in test: Test) -> [Content] {
        let contents = test.traits.compactMap { ($0 as? BarricadeTrait)?.content }
        // A trait that is called by hand is not among them.
        return contents.contains { $0 === content } ? contents : contents + [content]
    }
}

extension Trait where Self == BarricadeTrait {
    /// Gives each test a barricade with these sets, in front of those of its suite.
    ///
    /// ```swift
    /// @Test(.barricade(login) { $0.delay = .seconds(1) }) func waitsForTheAnswer() async throws {
    /// ```
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - expected: The failures that the test is about, which are therefore no issues; none by
    ///     default.
    ///   - reached: The sessions of the process that the barricade answers too; none by default.
    ///   - unmatchedRequests: Whether requests that the barricade itself fails are issues; they are
    ///     by default.
    ///   - unusedSets: Whether it is an issue if no request has come to one of these sets, in no
    ///     case of the test.
    ///   - unusedChoices: Whether it is an issue if no request comes to a set after the test has
    ///     selected in it, held it or given it an answer; it is by default.
    ///   - configure: Changes the settings; called for each test, so that each has its own clock.
    public static func barricade(
        _ sets: any ResponseSetConvertible..., expecting expected: ExpectedFailures = [],
        reaching reached: ReachedSessions = [], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, unusedChoices: IssueReporting = .reported,
        configure: @escaping @Sendable (inout Barricade.Settings) -> Void = { _ in }
    ) -> Self {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), expectedFailures: expected,
            reachedSessions: reached, unmatchedRequests: unmatchedRequests, unusedSets: unusedSets,
            unusedChoices: unusedChoices)
        return BarricadeTrait(content: BarricadeTrait.Content(share, configure: configure))
    }
}

extension Barricade {
    /// The barricade that the trait ``BarricadeTrait`` gives to the running test.
    ///
    /// Without the trait, or in a detached task or a callback, it records an issue and is a
    /// barricade without sets. Such an issue belongs to no test: take the barricade along instead.
    public static var current: Barricade {
        if let scope = BarricadeScope.current { return scope.barricade }
        MissingBarricade.report()
        return MissingBarricade.barricade
    }
}

extension Test {
    /// Its suites and name, without its place in the source: `AppTests.LoginTests/signsIn()`.
    fileprivate var nameForReports: String {
        "\(id)".split(separator: "/").filter { !$0.contains(".swift:") }.joined(separator: "/")
    }
}

extension CannedResponse: CustomTestStringConvertible {
    /// The name, so that `@Test(arguments: login.responses)` names its cases.
    public var testDescription: String { "\"\(name)\"" }
}
#endif
