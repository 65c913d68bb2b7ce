#if canImport(XCTest)
public import Barricade
public import XCTest

extension XCTestCase {
    /// Runs a body for each preset, with a new barricade to which the preset is applied.
    ///
    /// ```swift
    /// func testNeverHangs() async throws {
    ///     try await forEachSelection(in: Preset.pairs(over: shop)) { barricade in
    ///         await HomeModel(session: barricade.session).open()
    ///     }
    /// }
    /// ```
    ///
    /// A new barricade for each preset starts with an empty log, and with sequences and resources
    /// at their beginnings, so that runs are independent. It has the sets that the presets select
    /// in. An error that the body throws fails the test, and the next preset follows. Failures name
    /// the preset, and the first of a run lists its requests, unless it comes from the body itself.
    ///
    /// - Parameters:
    ///   - selections: The presets, from `Preset.walk(over:including:)` or
    ///     `Preset.pairs(over:including:)`.
    ///   - unmatchedRequests: Whether requests that the barricade itself fails are failures; they
    ///     are by default.
    ///   - unusedChoices: Whether it is a failure if a set gets no request although a preset varies
    ///     it, or the body selects in it; it is by default.
    ///   - file: The file in which failures are shown.
    ///   - line: The line at which failures are shown.
    ///   - configure: Changes the settings of each barricade.
    ///   - body: Uses the barricade.
    /// - Throws: `XCTSkip` or `CancellationError` if the body throws it; then no preset follows.
    public func forEachSelection(
        in selections: Preset.Combinations, unmatchedRequests: IssueReporting = .reported,
        unusedChoices: IssueReporting = .reported,
        file: StaticString = #filePath, line: UInt = #line,
        isolation: isolated (any Actor)? = #isolation,
        configure: (inout Barricade.Settings) -> Void = { _ in },
        perform body: (Barricade) async throws -> Void
    ) async throws {
        let share = BarricadeShare(
            sets: selections.sets, unmatchedRequests: unmatchedRequests,
            unusedChoices: unusedChoices)
        for preset in selections {
            let name = preset.name
            #if canImport(ObjectiveC)
            // A heading in the list of activities; an activity's block could not await the body.
            await MainActor.run { XCTContext.runActivity(named: name) { _ in } }
            #endif
            let failures = testRun?.totalFailureCount ?? 0
            let scope = BarricadeScope(
                [share], of: self.name, heading: "With \(name): \(preset.selection)\n",
                configure: configure
            ) { message in
                XCTFail("\(name): \(message)", file: file, line: line)
            }
            var thrown: (any Error)?
            do {
                try scope.barricade.apply(preset)
                try await body(scope.barricade)
            } catch {
                thrown = error
            }
            FailureObserver.shared.note(scope)
            let ends = thrown is XCTSkip || thrown is CancellationError
            let said = thrown.flatMap { BarricadeError($0) }?.message
            let problems = scope.end(saying: said, isComplete: thrown == nil)
            let messages = (ends ? [] : thrown.map { ["threw \($0)"] } ?? []) + problems
            let hasFailed = testRun.map { $0.totalFailureCount > failures } ?? false
            scope.report(messages, below: hasFailed ? "" : nil)
            if ends, let thrown { throw thrown }
        }
    }
}
#endif
