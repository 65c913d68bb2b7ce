#if canImport(Testing)
public import Barricade
public import Testing

/// Gives each test a barricade of its own: `@Test(.barricade(login, profile))`.
///
/// On a suite it is for every test in it, and nests: the suite's sets are registered first, those
/// of an inner suite and of the test in front of them. Settings are made in the same order, so that
/// the test's own win. Each case of a parametrised test has its own barricade too, so tests run in
/// parallel as they are.
///
/// When the test ends, held requests are let go. Each request that no set claimed, or that its
/// response could not be given to, becomes an issue at the test's line, with the text that says what
/// to do; so does each mistake in a set.
public struct BarricadeTrait: TestTrait, SuiteTrait, TestScoping {
    /// A class, so that a trait can be told from others like it.
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

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // The outermost trait makes the barricade for all of them.
        guard BarricadeScope.current == nil else { return try await function() }
        let sourceLocation = test.sourceLocation
        let contents = contents(in: test)
        let scope = BarricadeScope(contents.map(\.share)) { settings in
            for content in contents { content.configure(&settings) }
        } report: { message in
            Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
        }
        defer { scope.end() }
        try await BarricadeScope.$current.withValue(scope) { try await function() }
    }

    /// What the barricade traits of a test give, the outermost first.
    private func contents(in test: Test) -> [Content] {
        let contents = test.traits.compactMap { ($0 as? BarricadeTrait)?.content }
        // One that is called by hand is not among them.
        return contents.contains { $0 === content } ? contents : contents + [content]
    }
}

extension Trait where Self == BarricadeTrait {
    /// Gives each test a barricade of these sets, in front of those that its suite has.
    ///
    /// ```swift
    /// @Test(.barricade(login) { $0.delay = .seconds(1) }) func waitsForTheAnswer() async throws {
    /// ```
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - unmatchedRequests: Whether requests that the barricade fails are issues; they are.
    ///   - unusedSets: Whether it is an issue if no request has come to one of these sets.
    ///   - configure: Changes the settings; called for each test, so that a clock is its own.
    public static func barricade(
        _ sets: any ResponseSetConvertible..., unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored,
        configure: @escaping @Sendable (inout Barricade.Settings) -> Void = { _ in }
    ) -> Self {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), unmatchedRequests: unmatchedRequests,
            unusedSets: unusedSets)
        return BarricadeTrait(content: BarricadeTrait.Content(share, configure: configure))
    }
}

extension Barricade {
    /// The barricade of the test that is running, which the trait ``BarricadeTrait`` gives it.
    ///
    /// Elsewhere, also in a detached task, it records an issue and is one that has no sets.
    public static var current: Barricade {
        if let scope = BarricadeScope.current { return scope.barricade }
        Issue.record(
            """
            Barricade.current is used where there is none.

            To fix: add the trait .barricade(…) to the test or its suite; in a detached task, take \
            the barricade along from the test.
            """, sourceLocation: Test.current?.sourceLocation ?? #_sourceLocation)
        return Barricade()
    }
}

extension CannedResponse: CustomTestStringConvertible {
    /// The name, so that `@Test(arguments: login.responses)` names its cases.
    public var testDescription: String { "\"\(name)\"" }
}
#endif
