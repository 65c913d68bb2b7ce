import Barricade
import Foundation

extension CoverageReport: CustomStringConvertible {
    /// The report as text for a terminal, the responses that answered nothing first.
    package var description: String {
        [summary, list("Never served:", isServed: false), list("Served:", isServed: true)]
            .filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    /// One line: the number of responses that answered, and of tests.
    var summary: String {
        guard responseCount > 0 else {
            return "No test had a barricade made by .barricade(…) or makeBarricade."
        }
        // Rounded down, so that 100 % is all of them.
        let share = (percentage * 10).rounded(.down) / 10
        return """
            \(share.formatted(.number.locale(Locale(identifier: "en_GB")))) % of responses served: \
            \(servedCount) of \(responseCount), in \(testCount.counted("test")) of \
            \(processes.counted("process", "processes")).
            """
    }

    /// Returns the responses that were or were not served, by set; empty text if there are none.
    private func list(_ title: String, isServed: Bool) -> String {
        let lines = sets.flatMap { set -> [String] in
            let responses = set.responses.filter { $0.isServed == isServed }
            guard !responses.isEmpty else { return [] }
            let names = responses.map(\.name.printable)
            let rows =
                isServed
                ? zip(TextColumn.padded(names), responses).map { "\($0)  \($1.usage)" } : names
            return ["  \(set.title)"] + rows.map { "      \($0)" }
        }
        return lines.isEmpty ? "" : ([title] + lines).joined(separator: "\n")
    }
}

extension CoverageReport.SetCoverage {
    /// The name and the places in the source, the first three of them.
    fileprivate var title: String {
        origins.isEmpty ? name.printable : "\(name.printable) (\(originList))"
    }

    /// The places in the source that make the set, the first three of them.
    var originList: String {
        let more = origins.count - 3
        return origins.prefix(3).map(\.printable).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }
}

extension CoverageReport.ResponseEntry {
    /// The numbers of requests and tests: `3 requests in 2 tests`.
    var usage: String { "\(requests.counted("request")) in \(tests.count.counted("test"))" }
}

extension String {
    /// The text on one line of a terminal: shortened, and control characters escaped.
    var printable: String {
        var text = ""
        for scalar in shortened.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                text += scalar.escaped(asASCII: true)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
