package import Barricade
import BarricadeCommon

/// A set as a row of the list.
package struct SetRow: Sendable, Hashable, Identifiable {
    package let summary: BarricadeOverview.SetSummary
    package let isPinned: Bool
    /// Whether a recorder is attached; without one, requests to a set in mode recording fail.
    private let isRecording: Bool

    package init(
        _ summary: BarricadeOverview.SetSummary, isPinned: Bool = false, isRecording: Bool
    ) {
        self.summary = summary
        self.isPinned = isPinned
        self.isRecording = isRecording
    }

    package var id: String { summary.id }
    package var name: String { summary.name }

    /// The name of the selected response, or a note that there is none.
    package var response: String { summary.selectedResponse ?? "No responses" }

    /// The outcome of its requests in words, and its kind for a colour; see
    /// ``BarricadeOverview/ResponseSummary/tone``.
    package var outcome: (words: String, tone: String) {
        if summary.mode == .live { return ("the real server", "live") }
        if summary.mode == .recording, isRecording { return ("the real server, recorded", "live") }
        guard summary.mode != .recording, let selected = summary.selected else {
            return ("its requests fail", "error")
        }
        let wait = summary.mode == .held ? "waits, then " : ""
        return (wait + selected.words, selected.tone)
    }

    package var requests: String { summary.requestCount.counted("request") }

    /// The number of known differences from the real server's replies; `nil` if there are none.
    package var drift: String? {
        summary.drift.isEmpty
            ? nil : "\(summary.drift.count.counted("difference")) from the server"
    }

    /// The line below the name.
    package var caption: String { caption(outcome.words) }

    private func caption(_ outcome: String) -> String {
        let made = summary.isMade ? "made here" : nil
        return [outcome, made, summary.requestCount > 0 ? requests : nil, drift]
            .compactMap(\.self).joined(separator: " · ")
    }

    /// The accessibility value: the response, and everything that differs from the default.
    package var value: String { value(outcome.words) }

    private func value(_ outcome: String) -> String {
        var parts = [response, outcome]
        if summary.mode != .barricaded { parts.append(summary.mode.rawValue) }
        if summary.isChanged { parts.append("changed") }
        if summary.isMade { parts.append("made here") }
        if summary.requestCount > 0 { parts.append(requests) }
        if !summary.faults.isEmpty { parts.append(summary.faults.count.counted("mistake")) }
        if let drift { parts.append(drift) }
        // Last, since each screen has pins of its own.
        if isPinned { parts.append("pinned") }
        return parts.joined(separator: ", ")
    }

    /// The row in one sentence, for VoiceOver.
    package var sentence: String { "\(name), \(value)" }

    /// The title of the choice of its next response.
    package var choiceTitle: String {
        [.live, .recording].contains(summary.mode)
            ? "Once barricaded, \(name.shortName) answers with"
            : "The next request to \(name.shortName) gets"
    }

    /// An explanation of its mode, and of why it cannot record.
    package var modeExplanation: String {
        summary.mode.explanation(isRecording: isRecording)
    }

    /// The modes that it can have; recording only if there is a recorder.
    package var modes: [ResponseSet.Mode] {
        let canRecord = isRecording || summary.mode == .recording
        return [.barricaded, .live, .held] + (canRecord ? [.recording] : [])
    }

    /// Returns the response after or before the selected one; `nil` at the end of the list.
    package func response(after step: Int) -> String? {
        let names = summary.responses.map(\.name)
        guard let index = names.firstIndex(where: { $0 == summary.selectedResponse }) else {
            return nil
        }
        return names.indices.contains(index + step) ? names[index + step] : nil
    }
}

/// Coded as its summary and its texts, without what depends on the screen.
extension SetRow: Encodable {
    private enum CodingKeys: CodingKey {
        case caption, sentence, tone, isChanged
    }

    package func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        let outcome = outcome
        try container.encode(caption(outcome.words), forKey: .caption)
        try container.encode("\(name), \(value(outcome.words))", forKey: .sentence)
        try container.encode(outcome.tone, forKey: .tone)
        try container.encode(summary.isChanged, forKey: .isChanged)
    }
}

extension BarricadeOverview {
    /// Returns the row of a set; `nil` if it is not registered.
    package func row(of set: String, isPinned: Bool = false) -> SetRow? {
        self[set].map { SetRow($0, isPinned: isPinned, isRecording: isRecording) }
    }
}
