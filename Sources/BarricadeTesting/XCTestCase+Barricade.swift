#if canImport(XCTest)
public import Barricade
public import XCTest

extension XCTestCase {
    /// Makes a barricade for this test; any problem that ``BarricadeTrait`` would report fails the
    /// test at this line.
    ///
    /// ```swift
    /// func testShowsBannerWhenOffline() async throws {
    ///     let barricade = makeBarricade(login)
    ///     try barricade.select("Offline", for: "Login")
    ///     let model = LoginModel(session: barricade.session)
    ///     await model.signIn()
    ///     XCTAssertEqual(model.banner, .offline)
    /// }
    /// ```
    ///
    /// If the test fails, one more failure lists its requests. A test that throws the error of an
    /// unmatched request fails twice, since XCTest does not pass it to teardown blocks.
    ///
    /// - Parameters:
    ///   - sets: The first one that matches a request answers it.
    ///   - expected: The failures that the test expects, which do not fail it; none by default.
    ///   - reached: The process's sessions that the barricade intercepts too, until the test is
    ///     torn down; none by default.
    ///   - unmatchedRequests: Whether requests that the barricade itself fails are failures; they
    ///     are by default.
    ///   - unusedSets: Whether it is a failure if one of these sets gets no request.
    ///   - unusedChoices: Whether it is a failure if a set gets no request after the test has
    ///     selected in it, held it or given it an answer; it is by default.
    ///   - file: The file in which failures are shown.
    ///   - line: The line at which failures are shown.
    ///   - configure: Changes the settings.
    public func makeBarricade(
        _ sets: any ResponseSetConvertible..., expecting expected: ExpectedFailures = [],
        reaching reached: ReachedSessions = [], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, unusedChoices: IssueReporting = .reported,
        file: StaticString = #filePath, line: UInt = #line,
        configure: (inout Barricade.Settings) -> Void = { _ in }
    ) -> Barricade {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), expectedFailures: expected,
            reachedSessions: reached, unmatchedRequests: unmatchedRequests, unusedSets: unusedSets,
            unusedChoices: unusedChoices)
        let scope = BarricadeScope([share], of: name, configure: configure) { message in
            XCTFail(message, file: file, line: line)
        }
        // XCTest runs tests one after the other, so no lock is needed.
        let leave = scope.reachedSessions.enter(scope.barricade)
        addTeardownBlock {
            leave()
            let run = self.testRun
            // XCTest counts the error that a test threw, but does not expose it.
            scope.end(
                isComplete: run.map { !$0.hasBeenSkipped && $0.unexpectedExceptionCount == 0 }
                    ?? true)
            // XCTest cannot add a text to an existing failure.
            if let run, run.totalFailureCount > 0, let notes = scope.failureNotes {
                XCTFail(notes, file: file, line: line)
            }
        }
        return scope.barricade
    }
}
#endif
