#if canImport(Testing)
public import Barricade
public import Testing

/// A trait that gives each test its own barricade: `@Test(.barricade(login, profile))`.
///
/// On a suite, it applies to every test in it. Traits nest: the suite's sets are registered first,
/// then those of an inner suite and of the test, in front of the others. Settings are made in the
/// same order, so the test's own settings win. Each case of a parameterized test has its own
/// barricade, so tests can run in parallel.
///
/// The barricade is named after the test, and its messages name it, unless `$0.name` says otherwise.
/// Handlers and streams run in tasks of the test, so an expectation in them is the test's.
///
/// When the test ends, held requests are released. Each request that no set claimed, or whose
/// response was unusable, becomes an issue at the test's line, with a message that says what to do.
/// So does each mistake in a set, and each unused choice: the test selected a response, held a set
/// or gave it an answer, and no request came to that set afterwards. Since Swift 6.2, the first
/// issue of a test lists its requests, and the seed of random choices and delays. Since Swift 6.3, a
/// test gets a warning if it passes without any request, though it has sets of its own, not only
/// its suite's.
///
/// These issues come after the test's own code, so `withKnownIssue` in a test does not cover them:
/// name them in `expecting:`, or pass `unmatchedRequests: .ignored` or `unusedChoices: .ignored`. A
/// test that is cancelled need not have used its sets.
public struct BarricadeTrait: TestTrait, SuiteTrait, TestScoping {
    /// What all copies of a trait share.
    final class Mark: Sendable {
        /// Whether the trait is a suite's.
        let isOfSuite = Locked(false)
    }

    let share: BarricadeShare
    let configure: @Sendable (inout Barricade.Settings) -> Void
    let mark = Mark()
    /// Whether its scope is around all cases of a test, to find what none of them asks.
    var isAroundAllCases = false

    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> BarricadeTrait? {
        if testCase != nil { return self }
        if test.isSuite {
            mark.isOfSuite.withLock { $0 = true }
            return nil
        }
        var around = self
        around.isAroundAllCases = true
        return around
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // The outermost trait makes the barricade for all traits.
        guard BarricadeScope.current == nil else { return try await function() }
        guard let cases = UnusedSets.current else {
            return try await collectUnusedSets(of: test) {
                try await provideScope(for: test, testCase: testCase, performing: function)
            }
        }
        if isAroundAllCases { return try await function() }
        try await provideBarricade(
            for: test, testCase: testCase, among: cases, performing: function)
    }

    /// Runs all cases of a test, and reports what none of them has asked.
    private func collectUnusedSets(
        of test: Test, performing function: @Sendable () async throws -> Void
    ) async throws {
        let cases = UnusedSets()
        try await UnusedSets.$current.withValue(cases) { try await function() }
        if let message = cases.message {
            test.report(BarricadeScope.naming(test.nameForReports, in: message))
        }
        #if compiler(>=6.3)
        if let warning = cases.warning.map(Comment.init(rawValue:)) {
            Issue.record(warning, severity: .warning, sourceLocation: test.sourceLocation)
        }
        #endif
    }

    /// Runs a case of a test with its barricade, and reports all problems at its end.
    private func provideBarricade(
        for test: Test, testCase: Test.Case?, among cases: UnusedSets,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let traits = traits(in: test)
        let scope = BarricadeScope(
            traits.map(\.share), of: test.nameForReports,
            arguments: testCase.map { Self.presets(in: $0) } ?? [],
            configure: { settings in
                for trait in traits { trait.configure(&settings) }
            }, report: test.report)
        try await scope.addNotes(in: test) {
            scope.barricade.register(TestTask(scope))
            var thrown: (any Error)?
            do {
                try await scope.reachedSessions.run(reachedBy: scope.barricade) {
                    try await BarricadeScope.$current.withValue(scope) { try await function() }
                }
            } catch {
                thrown = error
            }
            let said = thrown.flatMap { BarricadeError($0) }?.message
            let problems = scope.end(
                saying: said, isComplete: thrown == nil && !Task.isCancelled)
            problems.forEach(scope.fail)
            if let thrown { throw thrown }
            guard problems.isEmpty, !scope.areNotesAdded, !Task.isCancelled else { return }
            let outer = traits.filter { $0.mark.isOfSuite.withLock { $0 } }.flatMap(\.share.sets)
            cases.add(silence: scope.silence(except: outer.map(\.name)))
        }
    }

    /// Returns the presets among a test case's arguments, which only a mirror can read.
    private static func presets(in part: Any, depth: Int = 5) -> [Preset] {
        guard depth > 0 else { return [] }
        return Mirror(reflecting: part).children.flatMap { label, value in
            label == "value"
                ? [value as? Preset].compactMap(\.self) : presets(in: value, depth: depth - 1)
        }
    }

    /// Returns a test's barricade traits, outermost first.
    private func traits(in test: Test) -> [BarricadeTrait] {
        let traits = test.traits.compactMap { $0 as? BarricadeTrait }
        // A trait whose scope is called directly is not among them.
        return traits.contains { $0.mark === mark } ? traits : traits + [self]
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
    ///   - expected: The failures that the test expects, which are not issues; none by default.
    ///   - reached: The process's sessions that the barricade intercepts too; none by default.
    ///   - unmatchedRequests: Whether requests that the barricade itself fails are issues; they are
    ///     by default.
    ///   - unusedSets: Whether it is an issue if one of these sets gets no request in any case of
    ///     the test.
    ///   - unusedChoices: Whether it is an issue if a set gets no request after the test has
    ///     selected in it, held it or given it an answer; it is by default.
    ///   - configure: Changes the settings; called for each test, so that each has its own clock.
    public static func barricade(
        _ sets: any ResponseSetConvertible..., expecting expected: ExpectedFailures = [],
        reaching reached: ReachedSessions = [], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, unusedChoices: IssueReporting = .reported,
        configure: @escaping @Sendable (inout Barricade.Settings) -> Void = { _ in }
    ) -> Self {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), presets: sets.flatMap(\.presets),
            expectedFailures: expected, reachedSessions: reached,
            unmatchedRequests: unmatchedRequests, unusedSets: unusedSets,
            unusedChoices: unusedChoices)
        return BarricadeTrait(share: share, configure: configure)
    }
}

extension Barricade {
    /// The barricade that the trait ``BarricadeTrait`` gives to the running test.
    ///
    /// Without the trait, or in a detached task or a callback, it records an issue and is a
    /// barricade without sets. There the issue belongs to no test: capture the barricade instead.
    public static var current: Barricade {
        if let scope = BarricadeScope.current { return scope.barricade }
        FailureReport.fail(MissingBarricade.message(isInTest: Test.current != nil))
        return MissingBarricade.barricade
    }
}

extension Test {
    /// Its suites and name, without its source location: `AppTests.LoginTests/signsIn()`.
    fileprivate var nameForReports: String {
        "\(id)".split(separator: "/").filter { !$0.contains(".swift:") }.joined(separator: "/")
    }

    /// Fails it at its line.
    var report: @Sendable (String) -> Void {
        { [sourceLocation] message in
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        }
    }
}

extension CannedResponse: CustomTestStringConvertible {
    /// The name, so that `@Test(arguments: login.responses)` names its cases.
    public var testDescription: String { "\"\(name)\"" }
}
#endif
