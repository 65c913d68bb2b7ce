import Barricade
import Foundation

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
    let test: String
    let start = Date()
    /// The faults that the barricade has reported so far.
    private let faults = Locked<[BarricadeError]>([])
    /// The counts for the report on coverage; `nil` if none is made.
    private let tally = CoverageRecorder.shared.map { _ in ResponseTally() }
    /// The messages about mistakes of the test that are reported when it ends.
    let mistakes = Locked<[String]>([])
    /// The tests that ended while this one ran, and could have to do with its requests.
    let earlierNeighbors = Locked<[Neighbor]>([])
    /// The notes at the end of the test, when requests were still held.
    let lastNotes = Locked<String?>(nil)
    let notesAdded = Locked(false)
    /// A line above the notes, with a line break.
    let heading: String
    /// Fails the test with a message.
    let report: @Sendable (String) -> Void

    /// Makes the barricade of a test.
    ///
    /// - Parameters:
    ///   - shares: The contents of its traits or calls, outermost first.
    ///   - test: The name of the test.
    ///   - arguments: The presets that are arguments of the test.
    ///   - heading: A line above its notes, with a line break.
    ///   - configure: Changes its settings.
    ///   - report: Fails the test with a message.
    init(
        _ shares: [BarricadeShare], of test: String, arguments: [Preset] = [], heading: String = "",
        configure: (inout Barricade.Settings) -> Void,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.report = report
        self.heading = heading
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
        for share in shares {
            barricade.register(share.presets)
            barricade.register(share.sets)
        }
        Self.all.withLock { [self] in $0.append(self) }
    }

    /// Returns a message that names the barricade of a test.
    static func naming(_ test: String, in message: String) -> String {
        message.contains(test) ? message : "\(message)\n\nIn barricade \"\(test)\"."
    }

    /// Releases held requests, and returns all problems as messages.
    ///
    /// - Parameters:
    ///   - said: The text of the test's own failures, which are issues already.
    ///   - isComplete: Whether the test has run to its end; only then must it have used its choices
    ///     and sets, and met the failures that it expects.
    func end(saying said: String?, isComplete: Bool) -> [String] {
        tally.map { CoverageRecorder.shared?.add($0, of: barricade, in: test) }
        let unused =
            isComplete ? choices?.problems(in: barricade, arguments: arguments) ?? [] : []
        let notes = notes
        lastNotes.withLock { $0 = notes }
        barricade.releaseAll()
        let events = barricade.requestEvents
        let explained = barricade.explainedRequests
        let problems = problems(with: explained, besides: said ?? "")
        let missing = isComplete ? expectedFailures.missing(among: explained, in: barricade) : []
        if reportsUnmatchedRequests { reportProblems(in: events, except: explained.map(\.id)) }
        Self.all.withLock { all in all.removeAll { $0 === self } }
        tellNeighbors()
        let all = mistakes.withLock { $0 } + problems + missing + unused
        return (all + unusedSets(isComplete: isComplete)).map { Self.naming(test, in: $0) }
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
    private func unusedSets(isComplete: Bool) -> [String] {
        let sets = UnusedSets.current ?? UnusedSets()
        sets.add(barricade, expecting: expectedSets, isComplete: isComplete)
        return UnusedSets.current == nil ? [sets.message].compactMap(\.self) : []
    }

    /// How to allow a choice, or a set of the test's own, without a request.
    static let allowance =
        "To allow it: unusedChoices: .ignored in .barricade(…), makeBarricade(…), forEachSelection(…)"

    /// The warning about a case that has passed without any request; `nil` if it may.
    ///
    /// - Parameter sets: The names of the sets of its suites.
    func silence(except sets: [String]) -> String? {
        let own = barricade.sets.map(\.name).filter { !sets.contains($0) }
        guard choices != nil, expectedSets.isEmpty, !own.isEmpty, !barricade.isReached else {
            return nil
        }
        return Self.naming(
            test,
            in: ([
                """
                The test passed, but no request came to its own \(own.titles).

                \(Barricade.unreached)
                \(Self.allowance)
                """
            ] + strays).joined(separator: "\n\n"))
    }

    /// Returns the messages of all other problems that are not told yet, each once; usually none.
    private func problems(with explained: [LoggedRequest], besides told: String) -> [String] {
        let expected = Set(
            explained.filter(expectedFailures.contains).compactMap(\.explanation))
        let toldSets = explained.filter { $0.explanation.map(told.contains) ?? false }
            .compactMap(faultySet)
        // Reported here: faults occur on any thread, where an issue would belong to no test.
        let faults = faults.withLock { $0 }.filter { fault in
            (reportsUnmatchedRequests || fault.code != .unmatchedRequest)
                && !toldSets.contains { fault.message.hasPrefix($0.title) }
        }
        let others = explained.filter { faults.isEmpty || faultySet(nearestTo: $0) == nil }
        let explanations = reportsUnmatchedRequests ? others.compactMap(\.explanation) : []
        var said = expected
        return (faults.map(\.message) + explanations).filter {
            !told.contains($0) && said.insert($0).inserted
        }
    }

    /// Returns the nearest set to a request that no set claims, if it never matches, which is a fault.
    private func faultySet(nearestTo entry: LoggedRequest) -> ResponseSet? {
        guard entry.set == nil else { return nil }
        let nearest = NearMiss(entry.request, in: barricade.store.state).candidates.first
        return nearest.map(\.set.definition).flatMap { $0.matcher.faults.isEmpty ? nil : $0 }
    }
}

extension BarricadeScope {
    private static let all = Locked<[BarricadeScope]>([])

    /// The scopes of the tests that are running, in the order of their beginnings.
    static var running: [BarricadeScope] { all.withLock { $0 } }

    /// Fails the test with a message, without what the first failure has said.
    func fail(_ message: String) {
        let isSaid = areNotesAdded
        let rest = isSaid ? message.replacing("\(Barricade.unreached)\n", with: "") : message
        report(Self.naming(test, in: rest))
    }
}

extension Barricade {
    /// Whether it has ever had a request.
    var isReached: Bool { log.first + requestCount > 0 }
}

/// The content of a test's barricade from one trait or call.
struct BarricadeShare: Sendable {
    let sets: [ResponseSet]
    var presets: [Preset] = []
    var expectedFailures: ExpectedFailures = []
    var reachedSessions: ReachedSessions = []
    let unmatchedRequests: IssueReporting
    var unusedSets = IssueReporting.ignored
    let unusedChoices: IssueReporting
}

#if canImport(Testing)
import Barricade
import Testing

/// The value of `Barricade.current` outside a test with a barricade.
package enum MissingBarricade {
    /// A barricade without sets; retained, so that its requests fail as unmatched, by a message with
    /// this name.
    static let barricade = Barricade { $0.name = "Barricade.current outside of its test" }

    package static func message(isInTest: Bool) -> String {
        isInTest
            ? """
            Barricade.current is used outside of a test with a barricade.

            To fix: add the trait .barricade(…) to the test or its suite. If another trait's scope \
            uses it, list .barricade(…) before that trait.
            """
            : """
            Barricade.current is used in a detached task, a callback, an exit test or XCTest, which \
            belongs to no test of Swift Testing.

            To fix: write let barricade = Barricade.current in the test, and use barricade there. \
            In an exit test, which is another process, make a barricade. \
            In XCTest, use the barricade that makeBarricade returns.
            """
    }
}
#endif
