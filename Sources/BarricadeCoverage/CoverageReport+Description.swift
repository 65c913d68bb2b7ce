import Barricade
import Foundation

extension CoverageReport: CustomStringConvertible {
    /// The report as text for a terminal, the responses that answered nothing first.
    package var description: String {
        [summary, neverServed, served].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
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

    private var neverServed: String {
        let lines = sets.flatMap { set -> [String] in
            let responses = set.responses.filter { !$0.isServed }
            guard !responses.isEmpty else { return [] }
            return ["  \(set.title)"] + responses.map { "      \($0.name.printable)" }
        }
        return lines.isEmpty ? "" : (["Never served:"] + lines).joined(separator: "\n")
    }

    private var served: String {
        let lines = sets.flatMap { set -> [String] in
            let responses = set.responses.filter(\.isServed)
            guard !responses.isEmpty else { return [] }
            let names = TextColumn.padded(responses.map(\.name.printable))
            return ["  \(set.title)"]
                + zip(names, responses).map { "      \($0)  \($1.usage)" }
        }
        return lines.isEmpty ? "" : (["Served:"] + lines).joined(separator: "\n")
    }
}

extension CoverageReport.SetEntry {
    /// The name and the places in the source, the first three of them.
    fileprivate var title: String {
        origins.isEmpty ? name.printable : "\(name.printable) (\(places))"
    }

    /// The places in the source that make the set, the first three of them.
    var places: String {
        let more = origins.count - 3
        return origins.prefix(3).map(\.printable).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }
}

extension CoverageReport.ResponseEntry {
    /// The numbers of requests and tests: `3 requests in 2 tests`.
    var usage: String { "\(requests.counted("request")) in \(tests.count.counted("test"))" }
}

extension Int {
    /// The number with its noun: `1 test`, `2 tests`.
    func counted(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
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
