import Barricade

extension HARArchive: CustomStringConvertible {
    /// The imported sets, and the skipped entries by reason; secrets in URLs are masked.
    public var description: String {
        ([summary] + reasons.map(lines)).joined(separator: "\n")
    }

    private var summary: String {
        let responses = responseSets.flatMap(\.responses).count {
            $0.name != RecordedSet.sequenceName
        }
        let used = entryCount - passedOver.count
        return """
            \(name.shortened): \(responses.counted("response")) in \
            \(responseSets.count.counted("set")), from \(used) of \
            \(entryCount.counted("entry", "entries"))\
            \(passedOver.isEmpty ? "" : "; \(passedOver.count) passed over").
            """
    }

    /// The skipped entries, grouped by reason, the most frequent reason first.
    private var reasons: [[PassedOver]] {
        var places: [[String?]: Int] = [:]
        var groups: [[PassedOver]] = []
        for entry in passedOver {
            let key = [entry.reason, entry.fix]
            if let place = places[key] {
                groups[place].append(entry)
            } else {
                places[key] = groups.endIndex
                groups.append([entry])
            }
        }
        return groups.ordered { -$0.count }
    }

    private func lines(_ entries: [PassedOver]) -> String {
        let more = entries.count - 3
        let shown = entries.prefix(3).map {
            "    entry \($0.number) (line \($0.line))  \($0.request)"
        }
        let fix = entries[0].fix.map { ["  To fix, if it holds none: \($0)"] } ?? []
        return
            (["Passed over \(entries.count.counted("entry", "entries")): \(entries[0].reason)."]
            + fix + shown + (more > 0 ? ["    and \(more) more"] : [])).joined(separator: "\n")
    }
}

extension Int {
    /// The number with its noun: `1 set`, `2 sets`.
    fileprivate func counted(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
