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
    public func makeBarricade(
        _ sets: any ResponseSetConvertible..., expecting expected: ExpectedFailures = [],
        reaching reached: ReachedSessions = [], unmatchedRequests: IssueReporting = .reported,
        unusedSets: IssueReporting = .ignored, unusedChoices: IssueReporting = .reported,
        file: StaticString = #filePath, line: UInt = #line,
        configure: (inout Barricade.Settings) -> Void = { _ in }
    ) -> Barricade {
        let share = BarricadeShare(
            sets: sets.flatMap(\.responseSets), presets: sets.flatMap(\.presets),
            expectedFailures: expected,
            reachedSessions: reached, unmatchedRequests: unmatchedRequests, unusedSets: unusedSets,
            unusedChoices: unusedChoices)
        let scope = BarricadeScope([share], of: name, configure: configure) { message in
            XCTFail(message, file: file, line: line)
        }
        let failures = FailureObserver.shared
        // XCTest runs tests one after the other, so no lock is needed.
        let leave = scope.reachedSessions.enter(scope.barricade)
        addTeardownBlock {
            leave()
            let run = self.testRun
            // XCTest counts the error that a test threw: perhaps it is that of a request.
            let throwsError = run.map { $0.unexpectedExceptionCount > 0 } ?? false
            let isSkipped = run?.hasBeenSkipped == true
            let said = failures.texts
            let problems = scope.end(
                saying: throwsError ? said : "", isComplete: !throwsError && !isSkipped)
            let hasFailed = run.map { $0.totalFailureCount > 0 } ?? false
            failures.note(scope)
            let mayBeSilent = isSkipped || hasFailed || !problems.isEmpty || failures.areOfRequests
            if !mayBeSilent, let silence = scope.silence(except: []) {
                FileHandle.standardOutput.write(Data("\(file):\(line): warning: \(silence)\n".utf8))
            }
            // If another barricade of the test got its requests, it has listed them.
            let isOther = failures.areOfRequests && !scope.barricade.isReached
            let notes =
                isOther ? nil : scope.failureNotes.flatMap { Barricade.notes($0, notIn: said) }
            Self.report(
                throwsError ? [] : problems, file: file, line: line,
                notes: (throwsError ? problems : []) + [notes].compactMap(\.self),
                hasFailed: hasFailed)
        }
        return scope.barricade
    }
}

extension XCTestCase {
    /// Fails the running test once for each message, with notes in the first of them.
    ///
    /// XCTest cannot add a text to an earlier failure, so without a message the notes are printed.
    static func report(
        _ messages: [String], file: StaticString, line: UInt, notes: [String], hasFailed: Bool
    ) {
        guard let first = messages.first else {
            let text = notes.joined(separator: "\n\n")
            if hasFailed, !text.isEmpty {
                FileHandle.standardOutput.write(Data("\(text)\n".utf8))
            }
            return
        }
        let rest = notes.compactMap { Barricade.notes($0, notIn: first) }
        XCTFail(([first] + rest).joined(separator: "\n\n"), file: file, line: line)
        for message in messages.dropFirst() { XCTFail(message, file: file, line: line) }
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
