import Foundation

/// Prints figures for people, each as soon as it is there.
enum Table {
    static func printHead(_ options: Options) {
        Swift.print(
            """
            Barricade beside a bare URLProtocol: medians of \(options.rounds) rounds in turn, \
            \(options.requests) requests each.
            Build: \(Report.isDebug ? "debug" : "release"). Limits are for a machine that does nothing else.

            """)
        line("part", "case", "ours", "bare", "unit", "ratio", "limit", "")
    }

    static func print(_ row: Row) {
        let limits = [
            row.ratioLimit.map { "≤ " + $0.text(2) },
            row.limit.map { "≤ \($0.text(0)) \(row.unit)" },
        ]
        let verdict = row.isWithinLimits.map { $0 ? "ok" : "OVER" } ?? ""
        line(
            row.part, row.name, row.ours.text(2), row.bare?.text(2) ?? "", row.unit,
            row.ratio?.text(2) ?? "", limits.compactMap(\.self).joined(separator: ", "), verdict)
    }

    static func printFoot(_ rows: [Row]) {
        let over = rows.filter { $0.isWithinLimits == false }.count
        let limited = rows.filter { $0.isWithinLimits != nil }.count
        Swift.print("\n\(limited - over) of \(limited) figures are within their limits.")
    }

    private static func line(
        _ part: String, _ name: String, _ ours: String, _ bare: String, _ unit: String,
        _ ratio: String, _ limit: String, _ verdict: String
    ) {
        Swift.print(
            part.filled(12), name.filled(38), ours.filledInFront(10), bare.filledInFront(10),
            unit.filled(3), ratio.filledInFront(6), limit.filled(16), verdict)
        fflush(nil)
    }
}

extension Double {
    func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

extension String {
    fileprivate func filled(_ width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }

    fileprivate func filledInFront(_ width: Int) -> String {
        String(repeating: " ", count: max(width - count, 0)) + self
    }
}
