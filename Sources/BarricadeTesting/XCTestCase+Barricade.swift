#if canImport(XCTest)
public import Barricade
import Foundation
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
    /// The first of these failures lists the requests of the test. XCTest cannot add a text to a
    /// failure of the test's own: the requests are printed below it, and if the test threw an error,
    /// everything else that it does not say. XCTest has no warnings either: if the test passes without
    /// any request, that is printed, unless `unusedChoices` is ignored.
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
    @discardableResult
    public func makeBarricade(
        _ sets: any ResponseSetConvertible..., expecting expected: ExpectedFailures = [],
        reaching reached: ReachedSessions = [], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, unusedChoices: IssueReporting = .reported,
        file: StaticString = #filePath, line: UInt = #line,
        configure: (inout Barricade.Settings) -> Void = { _ in }
    ) -> Barricade {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), presets: sets.flatMap(\.presets),
            expectedFailures: expected, reachedSessions: reached,
            unmatchedRequests: unmatchedRequests, unusedSets: unusedSets,
            unusedChoices: unusedChoices)
        let scope = BarricadeScope([share], of: name, configure: configure) { message in
            XCTFail(message, file: file, line: line)
        }
        let failures = FailureObserver.shared
        // XCTest runs tests one after the other, so no lock is needed.
        let leave = scope.reachedSessions.enter(scope.barricade)
        addTeardownBlock {
            leave()
            guard let run = self.testRun else { return }
            let said = failures.texts
            let hasFailed = run.totalFailureCount > 0
            let throwsError = run.unexpectedExceptionCount > 0
            let problems = scope.end(
                saying: said, isComplete: !throwsError && !run.hasBeenSkipped)
            failures.note(scope)
            if throwsError { problems.forEach { BarricadeScope.show("\($0)\n") } }
            // If another barricade of the test got its requests, it has listed them.
            let isOther = failures.areOfRequests && !scope.barricade.isReached
            scope.report(throwsError ? [] : problems, below: hasFailed && !isOther ? said : nil)
            guard problems.isEmpty, !hasFailed, !run.hasBeenSkipped, !failures.areOfRequests,
                let silence = scope.silence(except: [])
            else { return }
            BarricadeScope.show("\(file):\(line): warning: \(silence)")
        }
        return scope.barricade
    }
}

extension BarricadeScope {
    /// Fails the test once for each problem, with the notes in the first of them.
    ///
    /// XCTest cannot add a text to a failure of the test's own: the notes are printed below it.
    ///
    /// - Parameter said: The text of the test's own failures; `nil` if there is nothing to add to.
    func report(_ problems: [String], below said: String?) {
        for problem in problems {
            let notes = takeNotes(for: (said ?? "") + problem)
            report([problem, notes].compactMap(\.self).joined(separator: "\n\n"))
        }
        if let notes = said.flatMap(takeNotes) { Self.show(notes) }
    }

    /// Prints a text among the lines of XCTest.
    fileprivate static func show(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }
}

/// The texts of the running test's failures, which XCTest tells nobody but an observer.
final class FailureObserver: NSObject, XCTestObservation, Sendable {
    static let shared: FailureObserver = {
        let observer = FailureObserver()
        XCTestObservationCenter.shared.addTestObserver(observer)
        return observer
    }()

    private let all = Locked<(texts: [String], areOfRequests: Bool)>(([], false))

    /// The texts, one after the other.
    var texts: String { all.withLock { $0.texts.joined(separator: "\n") } }
    /// Whether a barricade of the test that has ended got a request.
    var areOfRequests: Bool { all.withLock { $0.areOfRequests } }

    /// Notes whether a barricade of the test that has ended got a request.
    func note(_ scope: BarricadeScope) {
        if scope.barricade.isReached { all.withLock { $0.areOfRequests = true } }
    }

    func testCaseWillStart(_ testCase: XCTestCase) {
        all.withLock { $0 = ([], false) }
    }

    #if canImport(ObjectiveC)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        all.withLock { $0.texts.append(issue.compactDescription) }
    }
    #else
    func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile file: String?,
        atLine line: Int
    ) {
        all.withLock { $0.texts.append(description) }
    }
    #endif
}
#endif
