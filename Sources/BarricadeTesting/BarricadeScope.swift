import Barricade

/// The barricade of one test, and the checks when the test ends.
final class BarricadeScope: Sendable {
    /// The scope of the test that is running.
    @TaskLocal static var current: BarricadeScope?

    let barricade: Barricade
    let reachedSessions: ReachedSessions
    /// The names of the sets that must have a request.
    private let expectedSets: [String]
    private let expectedFailures: ExpectedFailures
    private let reportsUnmatchedRequests: Bool
    /// The choices of the test; `nil` if they need no request.
    private let choices: ChoiceList?
    /// The presets that are arguments of the test.
    private let arguments: [Preset]
    private let test: String
    /// The faults that the barricade has reported so far.
    private let faults = Locked<[BarricadeError]>([])
    /// The counts for the report on coverage; `nil` if none is made.
    private let tally = CoverageRecorder.shared.map { _ in ResponseTally() }
    /// The messages about mistakes of the test that are reported when it ends.
    private let mistakes = Locked<[String]>([])
    private let report: @Sendable (String) -> Void

    /// Makes the barricade of a test.
    ///
    /// - Parameters:
    ///   - shares: The contents of its traits or calls, outermost first.
    ///   - test: The name of the test.
    ///   - arguments: The presets that are arguments of the test.
    ///   - configure: Changes its settings.
    ///   - report: Fails the test with a message.
    init(
        _ shares: [BarricadeShare], of test: String, arguments: [Preset] = [],
        configure: (inout Barricade.Settings) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.report = { report(Self.naming(test, in: $0)) }
        self.test = test
        self.arguments = arguments
        // A trait expects requests to its own sets and to those of outer traits.
        let last = shares.lastIndex { $0.unusedSets == .reported }
        expectedSets = shares.prefix(last.map { $0 + 1 } ?? 0).flatMap { $0.sets.map(\.name) }
        expectedFailures = ExpectedFailures(joining: shares.map(\.expectedFailures))
        reachedSessions = ReachedSessions(joining: shares.map(\.reachedSessions))
        reportsUnmatchedRequests = shares.allSatisfy { $0.unmatchedRequests == .reported }
        barricade = Barricade { [faults] settings in
            settings.faultHandler = { fault in faults.withLock { $0.append(fault) } }
            // The name is in all messages, so it tells tests apart that run at the same time.
            settings.name = test
            configure(&settings)
        }
        choices =
            shares.allSatisfy { $0.unusedChoices == .reported } ? ChoiceList(barricade.log) : nil
        tally.map(barricade.register)
        choices.map(barricade.register)
        for share in shares { barricade.register(share.sets) }
        Self.running.withLock { [barricade, self] in $0[ObjectIdentifier(barricade)] = self }
    }

    /// Returns a message whose first line names the barricade of a test.
    static func naming(_ test: String, in message: String) -> String {
        let line = message.prefix { $0 != "\n" }
        guard !line.contains(test) else { return message }
        let end = message.prefix(line.count).last == ":" ? ":" : "."
        let sentence = line.hasSuffix(end) ? line.dropLast() : line
        return "\(sentence) in barricade \"\(test)\"\(end)\(message.dropFirst(line.count))"
    }

    /// The text to add to the first failure of the test; `nil` adds nothing.
    var failureNotes: String? {
        barricade.sets.isEmpty && barricade.requestCount == 0 ? nil : barricade.failureNotes
    }

    /// Releases held requests, and reports all problems.
    ///
    /// - Parameters:
    ///   - thrown: The error that the test throws, which is an issue already.
    ///   - isComplete: Whether the test has run to its end; only then must it have used its choices
    ///     and sets, and met the failures that it expects.
    func end(throwing thrown: (any Error)? = nil, isComplete: Bool = true) {
        tally.map { CoverageRecorder.shared?.add($0, of: barricade, in: test) }
        let unused =
            isComplete && thrown == nil
            ? choices?.problems(in: barricade, arguments: arguments) ?? [] : []
        barricade.releaseAll()
        let events = barricade.requestEvents
        let explained = barricade.explainedRequests
        let known = thrown.flatMap { BarricadeError($0) }?.message
        let problems = problems(with: explained).filter { $0 != known }
        let missing = isComplete ? expectedFailures.missing(among: explained, in: barricade) : []
        (mistakes.withLock { $0 } + problems + missing + unused + (isComplete ? unusedSets : []))
            .forEach(report)
        if reportsUnmatchedRequests { reportProblems(in: events, except: explained.map(\.id)) }
        _ = Self.running.withLock { [barricade] in
            $0.removeValue(forKey: ObjectIdentifier(barricade))
        }
    }

    /// Reports the problems of requests that end after the test, until the barricade is released.
    private func reportProblems(
        in events: AsyncStream<RequestEvent>, except reported: [LoggedRequest.ID]
    ) {
        // Does not capture the scope, which retains the barricade.
        Task { [report, test, expectedFailures] in
            for await case .ended(let request) in events {
                guard let explanation = request.explanation, !reported.contains(request.id),
                    !expectedFailures.contains(request)
                else { continue }
                report("After the end of \(test): \(explanation)")
            }
        }
    }

    /// The messages about sets without a request; empty if they are collected over all cases.
    private var unusedSets: [String] {
        let unused = barricade.unusedSets.filter(expectedSets.contains)
        guard let cases = UnusedSets.current else {
            return unused.map { name in
                UnusedSets.message(about: name, asksNothing: barricade.requestCount == 0)
            }
        }
        cases.add(unused, of: expectedSets)
        return []
    }

    /// The messages of all other problems, each once; usually empty.
    private func problems(with explained: [LoggedRequest]) -> [String] {
        let expected = Set(
            explained.filter(expectedFailures.contains).compactMap(\.explanation))
        // Reported here: faults occur on any thread, where an issue would belong to no test.
        let faults = faults.withLock { $0 }.filter {
            reportsUnmatchedRequests || $0.code != .unmatchedRequest
        }
        let explanations = reportsUnmatchedRequests ? explained.compactMap(\.explanation) : []
        var said = expected
        return (faults.map(\.message) + explanations).filter { said.insert($0).inserted }
    }
}

extension BarricadeScope {
    /// The scopes of the tests that are running, by their barricades.
    private static let running = Locked<[ObjectIdentifier: BarricadeScope]>([:])

    /// Returns the scope of the test that a barricade belongs to; `nil` if it belongs to none.
    static func running(where isMeant: (Barricade) -> Bool) -> BarricadeScope? {
        running.withLock { $0 }.values.first { isMeant($0.barricade) }
    }

    /// Fails the test.
    ///
    /// - Parameter isInTest: Whether the caller is in a task of the test, so that it can fail now.
    func fail(_ message: String, isInTest: Bool) {
        if isInTest { report(message) } else { mistakes.withLock { $0.append(message) } }
    }
}

/// The content of a test's barricade from one trait or call.
struct BarricadeShare: Sendable {
    let sets: [ResponseSet]
    let expectedFailures: ExpectedFailures
    let reachedSessions: ReachedSessions
    let unmatchedRequests: IssueReporting
    let unusedSets: IssueReporting
    let unusedChoices: IssueReporting
}

#if canImport(Testing)
import Barricade
import Testing

/// The value of `Barricade.current` outside a test with a barricade.
package enum MissingBarricade {
    /// A barricade without sets; retained, so that its requests fail as unmatched.
    static let barricade = Barricade()

    /// Fails the test.
    static func report() {
        FailureReport.fail(message(isInTest: Test.current != nil))
    }

    package static func message(isInTest: Bool) -> String {
        isInTest
            ? """
            Barricade.current is used outside of a test with a barricade.

            To fix: add the trait .barricade(…) to the test or its suite. If another trait's scope \
            uses it, list .barricade(…) before that trait.
            """
            : """
            Barricade.current is used in a detached task, a callback, an exit test or XCTest, which \
            belongs to no test of Swift Testing, so neither the test nor the line of that code is known.

            To fix: write let barricade = Barricade.current in the test, and use barricade there. \
            In an exit test, which is another process, make a barricade. \
            In XCTest, use the barricade that makeBarricade returns.
            """
    }
}
#endif
