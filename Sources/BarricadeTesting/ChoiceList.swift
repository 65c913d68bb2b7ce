import Barricade

/// The choices of one test, each of which should get a request.
final class ChoiceList: Plugin {
    /// The choices, each with the numbers of requests before it.
    private let entries = Locked<[(choice: Choice, counts: RequestLog.SetCounts)]>([])
    private let log: RequestLog

    /// Makes the list of a barricade with this log.
    init(_ log: RequestLog) {
        self.log = log
    }

    func chose(_ choice: Choice) {
        let counts = log.counts.bySet
        entries.withLock { $0.append((choice, counts)) }
    }

    /// Returns the messages about choices without a request, in order; usually none.
    ///
    /// Only the latest choice for a set counts, so a test may override its suite's. Call it before
    /// held requests are released.
    ///
    /// - Parameter arguments: The presets that are arguments of the test.
    func problems(in barricade: Barricade, arguments: [Preset]) -> [String] {
        let entries = entries.withLock { $0 }
        var latest: [String: Int] = [:]
        for (index, entry) in entries.enumerated() {
            for set in entry.choice.sets { latest[set] = index }
        }
        let report = UnusedChoiceReport(barricade: barricade)
        let problems = entries.enumerated().flatMap { index, entry in
            report.problems(with: entry.choice, after: entry.counts) { latest[$0] == index }
        }
        let forgotten = arguments.filter { preset in
            preset.selection.responses.keys.allSatisfy { latest[$0] == nil }
                && !entries.contains { $0.choice.isApplication(of: preset) }
        }
        // Each message once: a set that is held twice has one gate.
        var said: Set<String> = []
        return (problems + forgotten.map(report.problem(withForgotten:)))
            .filter { said.insert($0).inserted }
    }
}

extension Choice {
    /// The sets that the choice affects.
    fileprivate var sets: [String] {
        switch self {
        case .response(_, let set), .hold(_, let set), .answer(_, let set, _, _): [set]
        case .preset(let preset, let selection):
            preset.varied ?? Array(selection.responses.keys)
        }
    }

    fileprivate func isApplication(of other: Preset) -> Bool {
        if case .preset(let preset, _) = self { preset.name == other.name } else { false }
    }
}

/// The messages about choices for which no request came.
private struct UnusedChoiceReport {
    let barricade: Barricade

    /// Returns the number of requests to a set, even before the log was cleared.
    private func count(of set: String) -> Int { barricade.log.counts.bySet.all[set, default: 0] }

    /// Returns the messages about a choice; usually none.
    ///
    /// - Parameter isLatest: Whether no later choice is about a set.
    func problems(
        with choice: Choice, after before: RequestLog.SetCounts, isLatest: (String) -> Bool
    ) -> [String] {
        func isUnused(_ set: String) -> Bool {
            count(of: set) == before.all[set, default: 0]
        }
        switch choice {
        case .response(let response, let set):
            guard isLatest(set), isUnused(set) else { return [] }
            return missing(
                "No request came to", set, "after \"\(response.shortened)\" was selected for it",
                toFix: "select it before the code under test sends the request, or not at all.")
        case .preset(let preset, let selection):
            let name = "preset \"\(preset.name.shortened)\""
            guard let varied = preset.varied else {
                let sets = selection.ordered.map(\.set)
                guard sets.contains(where: isLatest), sets.allSatisfy(isUnused) else { return [] }
                return [
                    message(
                        """
                        No request came to a response set of \(name) after it was applied: \
                        \("\(selection)".shortened(to: 400)).
                        """,
                        toFix: "apply it before the code under test sends its requests.")
                ]
            }
            return varied.filter { isLatest($0) && isUnused($0) }.flatMap { set in
                missing(
                    "No request came to", set,
                    "after \(name) selected \"\(selection[set]?.shortened ?? "")\" for it",
                    toFix: "walk over, or pair, only the sets that this test asks.")
            }
        case .answer(let response, let set, let times, let left):
            let event = "used the answer \"\(response.shortened)\" that it was given"
            let used = times - left()
            if used == times { return [] }
            if used > 0 {
                return missing(
                    "Only \(used) of \(times) requests to", set, event,
                    "No more came before the test ended.",
                    toFix: "give it for as many as the code under test sends: times: \(used)")
            }
            return missing(
                "No request to", set, event,
                isUnused(set) ? nil : "Those that came since got other answers.",
                toFix: "give it before the code under test sends the request, or not at all.")
        case .hold(let gate, let set):
            let waiting = gate.requests
            if !waiting.isEmpty {
                let some = waiting.prefix(3).map { "\n  \($0)" }.joined()
                return [
                    message(
                        """
                        At the end of the test, response set "\(set.shortened)" still holds \
                        \(waiting.count.counted("request")):\(some)
                        """,
                        toFix: "release them, held.releaseAll(), and await the code under test.")
                ]
            }
            guard gate.arrivalCount == 0 else { return [] }
            return missing(
                "No request came to", set, "while it was held",
                isUnused(set) ? nil : "Those that came since came after its release.",
                toFix: "let it come before you release it: try await held.waitForRequest()")
        }
    }

    /// Returns the message about a preset that is an argument of the test and was not applied.
    func problem(withForgotten preset: Preset) -> String {
        preset.fault
            ?? message(
                """
                Preset "\(preset.name.shortened)" is an argument of this test, which did not apply it.
                """, toFix: "try Barricade.current.apply(…)")
    }

    /// Returns the message about a set without requests; none if the set is no longer registered.
    ///
    /// - Parameter reason: The reason if requests came after the choice.
    private func missing(
        _ subject: String, _ set: String, _ event: String, _ reason: String? = nil, toFix: String
    ) -> [String] {
        guard let registered = barricade.store.state.sets[set] else { return [] }
        let name = "response set \"\(set.shortened)\" (\(registered.definition.origin.text))"
        let asked =
            switch count(of: set) {
            case 0: barricade.otherRequests(than: registered)
            case 1: reason ?? "The one request to it came before that."
            case let count: reason ?? "All \(count) requests to it came before that."
            }
        return [message("\(subject) \(name) \(event).", asked, toFix: toFix)]
    }

    /// - Parameters:
    ///   - asked: A text about the requests; `nil` leaves it to the notes on the failure.
    ///   - toFix: The fix, left out if the text about the requests has one.
    private func message(_ problem: String, _ asked: String? = nil, toFix: String) -> String {
        let asked = asked ?? (barricade.isReached ? nil : Barricade.unreached)
        let fix = asked?.contains("To fix") == true ? nil : "To fix: \(toFix)"
        return """
            \([problem, asked, fix].compactMap(\.self).joined(separator: "\n\n"))
            \(BarricadeScope.allowance)
            """
    }
}
