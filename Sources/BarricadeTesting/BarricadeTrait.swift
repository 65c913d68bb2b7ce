#if canImport(Testing)
public import Barricade
public import Testing

/// Gives each test a barricade of its own: `@Test(.barricade(login, profile))`.
///
/// On a suite it is for every test in it, and nests: the suite's sets are registered first, those
/// of an inner suite and of the test in front of them. Each case of a parametrised test has its
/// own barricade too, so tests run in parallel as they are.
///
/// When the test ends, held requests are let go. Each request that no set claimed, or that its response could not be given
/// to, becomes an issue at the test's line, with the text that says what to do; so does each
/// mistake in a set.
public struct BarricadeTrait: TestTrait, SuiteTrait, TestScoping {
    let sets: [ResponseSet]
    let expectations: BarricadeExpectations
    let makeBarricade: @Sendable (@escaping @Sendable (BarricadeError) -> Void) -> Barricade

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if let outer = BarricadeScope.current {
            outer.add(sets, expectations)
            return try await function()
        }
        let sourceLocation = test.sourceLocation
        let barricade = makeBarricade { fault in
            Issue.record(Comment(rawValue: fault.message), sourceLocation: sourceLocation)
        }
        let scope = BarricadeScope(barricade)
        scope.add(sets, expectations)
        defer {
            barricade.releaseAll()
            for problem in scope.problems {
                Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
            }
        }
        try await BarricadeScope.$current.withValue(scope) { try await function() }
    }
}

extension Trait where Self == BarricadeTrait {
    /// Gives each test a barricade of these sets, in front of those that its suite has.
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - unmatchedRequests: Whether requests that the barricade fails are issues; they are.
    ///   - unusedSets: Whether it is an issue when no request has come to one of these sets.
    ///   - clock: The clock of delays and timeouts; the outermost trait's counts.
    ///   - files: Where body files are looked for; the outermost trait's counts.
    ///   - storage: Where the selection is kept; nowhere, unless a test asks for it.
    public static func barricade(
        _ sets: ResponseSet..., unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, clock: any Clock<Duration> = ContinuousClock(),
        files: [FileLocation]? = nil, storage: any SelectionStorage = .memory
    ) -> Self {
        barricade(
            sets, unmatchedRequests: unmatchedRequests, unusedSets: unusedSets, clock: clock,
            files: files, storage: storage)
    }

    /// Gives each test a barricade of a list of sets, with the same parameters.
    public static func barricade(
        _ sets: [ResponseSet], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, clock: any Clock<Duration> = ContinuousClock(),
        files: [FileLocation]? = nil, storage: any SelectionStorage = .memory
    ) -> Self {
        let expectations = BarricadeExpectations(
            unmatchedRequests: unmatchedRequests, unusedSets: unusedSets)
        return BarricadeTrait(sets: sets, expectations: expectations) { faultHandler in
            Barricade(files: files, storage: storage, clock: clock, faultHandler: faultHandler)
        }
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
