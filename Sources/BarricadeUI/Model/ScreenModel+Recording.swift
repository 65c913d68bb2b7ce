import BarricadeSurfaces
import Barricade

// Commands that need the recorder, which is part of `BarricadeRecording`.
extension ScreenModel {
    /// Whether a recorder is attached, so that sets can record.
    var isRecording: Bool { overview.isRecording }

    /// The modes that a set can have; recording only if there is a recorder.
    func modes(for set: String) -> [ResponseSet.Mode] {
        let canRecord = isRecording || overview[set]?.mode == .recording
        return [.barricaded, .live, .held] + (canRecord ? [.recording] : [])
    }

    /// Explains what a set's mode does, and why the set cannot record.
    func modeExplanation(of row: SetRow) -> String {
        let mode = row.summary.mode
        let explanation = "The set \(mode.explanation)."
        if isRecording { return explanation }
        return mode == .recording
            ? "\(explanation) Its requests fail \(Self.untilRecording)"
            : "\(explanation) It cannot record \(Self.untilRecording)"
    }

    private static let untilRecording =
        "until the app starts a recording: barricade.record(.recordingSets)."

    /// Returns whether the real server's reply to a request can still become a response.
    func canKeepReply(to request: Int) -> Bool {
        barricade?.keepableReplies.contains(request) == true
    }

    /// Explains what keeping the reply to a request does, or why it cannot be kept; `nil` if no
    /// real server replied.
    func keepingExplanation(of entry: LoggedRequest) -> String? {
        if canKeepReply(to: entry.id) { return "It becomes a response, to be selected and saved." }
        guard entry.outcome == .passedThrough else { return nil }
        return isRecording
            ? "This reply has been kept, or is not there any more."
            : "No reply can be kept \(Self.untilRecording)"
    }

    /// Adds the real server's reply to a request to its set as a response.
    func keepReply(to request: Int) {
        perform { try $0.keepReply(to: request) }
    }
}
