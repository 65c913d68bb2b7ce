import Barricade
import BarricadeSurfaces

/// A set as a row of the list.
struct SetRow: Sendable, Hashable, Identifiable {
    let summary: BarricadeOverview.SetSummary
    let isPinned: Bool
    /// Whether a recorder is attached; without one, requests to a set in mode recording fail.
    let isRecording: Bool

    var id: String { summary.id }
    var name: String { summary.name }

    /// The name of the selected response, or a note that there is none.
    var response: String { summary.selectedResponse ?? "No responses" }

    /// The outcome of its requests, in words.
    var outcome: String {
        if summary.mode == .live { return "the real server" }
        if summary.mode == .recording, isRecording { return "the real server, recorded" }
        guard summary.mode != .recording, let selected = summary.selected else {
            return "its requests fail"
        }
        return summary.mode == .held ? "waits, then \(selected.words)" : selected.words
    }

    var requests: String { summary.requestCount.counted("request") }

    /// The number of known differences from the real server's replies; `nil` if there are none.
    var drift: String? {
        summary.drift.isEmpty
            ? nil : "\(summary.drift.count.counted("difference")) from the server"
    }

    /// The accessibility value: the response, and everything that differs from the default.
    var value: String {
        var parts = [response, outcome]
        if summary.mode != .barricaded { parts.append(summary.mode.title.lowercased()) }
        if summary.isChanged { parts.append("changed") }
        if isPinned { parts.append("pinned") }
        if summary.requestCount > 0 { parts.append(requests) }
        if !summary.faults.isEmpty { parts.append(summary.faults.count.counted("mistake")) }
        if let drift { parts.append(drift) }
        return parts.joined(separator: ", ")
    }

    /// The row in one sentence, for VoiceOver.
    var sentence: String { "\(name), \(value)" }

    /// Returns the response after or before the selected one; `nil` at the end of the list.
    func response(after step: Int) -> String? {
        let names = summary.responses.map(\.name)
        guard let index = names.firstIndex(where: { $0 == summary.selectedResponse }) else {
            return nil
        }
        return names.indices.contains(index + step) ? names[index + step] : nil
    }
}

/// Sets under one title.
struct SetSection: Sendable, Hashable, Identifiable {
    /// The kind of a section.
    enum Kind: Sendable, Hashable {
        case pinned
        case group(String)
        /// The sets of no group.
        case others
    }

    let kind: Kind
    let title: String
    let rows: [SetRow]
    /// Whether the rows are hidden.
    let isCollapsed: Bool

    var id: Kind { kind }

    /// The title and the number of sets, for VoiceOver.
    var sentence: String { "\(title), \(rows.count.counted("set"))" }
}
