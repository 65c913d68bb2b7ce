import Barricade

/// The latest requests as a table, for a failed test: number, line, answer, outcome.
///
/// Secrets are masked, and long values shortened.
struct RequestTable {
    /// The latest requests, oldest first.
    let requests: [LoggedRequest]
    /// The number of requests since the log was last cleared.
    let count: Int

    private static let mostRows = 20

    var text: String {
        let shown = Array(requests.suffix(Self.mostRows))
        guard !shown.isEmpty else {
            return count > 0
                ? "\(count) requests reached the barricade; its log keeps none."
                : Barricade.unreached
        }
        let title =
            shown.count < count
            ? "The last \(shown.count) of \(count) requests of the barricade:"
            : "The requests of the barricade:"
        let numbers = shown.map { "\($0.id + 1)" }
        let width = numbers.map(\.count).max() ?? 0
        let lines = TextColumn.padded(shown.map { $0.line.shortened(to: 60) })
        let answers = TextColumn.padded(shown.map(Self.answer))
        let rows = shown.indices.map { index in
            let space = String(repeating: " ", count: width - numbers[index].count)
            return "  \(space)\(numbers[index])  \(lines[index])  \(answers[index])  "
                + "\(shown[index].outcome)"
        }
        return ([title] + rows).joined(separator: "\n")
    }

    private static func answer(to request: LoggedRequest) -> String {
        let names = [request.set, request.response].compactMap(\.self)
        guard !names.isEmpty else { return "–" }
        return names.map { "\"\($0.shortened(to: 40))\"" }.joined(separator: " / ")
    }
}
