package import Barricade
import BarricadeFolder
package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Texts that rows and sentences on all screens share.

extension Int {
    /// Returns the number with a noun, in the singular for 1: `1 request`, `2 requests`.
    // The screen sees of the core what is public, and so not the core's own.
    package func counted(_ noun: String) -> String {
        "\(self) \(noun)\(self == 1 ? "" : "s")"
    }

    /// The number of bytes in words: `840 bytes`, `12 KB`, `3.4 MB`.
    package var inBytes: String {
        if self < 1_000 { return counted("byte") }
        var (value, unit) = (Double(self) / 1_000, "KB")
        for larger in ["MB", "GB", "TB"] where value >= 999.5 {
            (value, unit) = (value / 1_000, larger)
        }
        let tenths = (value * 10).rounded() / 10
        let isShort = value < 10 && tenths != tenths.rounded()
        return isShort ? "\(tenths) \(unit)" : "\(Int(value.rounded())) \(unit)"
    }
}

extension Duration {
    /// The duration in words: `< 1 ms`, `14 ms`, `2.1 s`.
    package var words: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 1 { return "< 1 ms" }
        return milliseconds < 999.5
            ? "\(Int(milliseconds.rounded())) ms"
            : "\((milliseconds / 100).rounded() / 10) s"
    }
}

extension String {
    /// The name for a sentence or a list; without its middle if it is long.
    package var shortName: String { count > 40 ? "\(prefix(24))…\(suffix(15))" : self }

    /// The text as the beginning of a line.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension HTTP.Status {
    /// The code with its meaning: `404 not found`.
    package var words: String { isValid ? "\(self) \(meaning)" : "\(self)" }
}

extension BarricadeOverview.ResponseSummary {
    /// The kind of its outcome, for a colour: the first digit of the status, `error`, `live` or
    /// `other`.
    package var tone: String {
        if let status { return "\(status / 100)" }
        if kind == .live { return "live" }
        return [.error, .neverAnswers].contains(kind) ? "error" : "other"
    }
}

extension ResponseSet.Mode {
    /// The mode's title in a picker.
    package var title: String { rawValue.capitalized }

    /// Explains the mode to people who do not know the term, and why a set cannot record.
    ///
    /// - Parameter isRecording: Whether a recorder is attached.
    package func explanation(isRecording: Bool) -> String {
        let effect =
            switch self {
            case .live: "lets requests go to the real server"
            case .held: "keeps requests waiting until you release them"
            case .recording: "lets requests go to the real server, and keeps the replies"
            default: "answers with the selected response"
            }
        if isRecording { return "The set \(effect)." }
        let fault = self == .recording ? "Its requests fail" : "It cannot record"
        return """
            The set \(effect). \(fault) until the app starts a recording: \
            barricade.record(.recordingSets).
            """
    }

    /// The symbol beside the title, by its name in SF Symbols.
    package var symbol: String {
        if self == .live { return "dot.radiowaves.left.and.right" }
        if self == .recording { return "record.circle" }
        return self == .held ? "pause.circle" : "checkmark.shield"
    }
}

extension LoggedRequest {
    /// The outcome in words, with the status of a real server's reply.
    package var outcomeWords: String {
        guard outcome == .passedThrough, let status else { return outcome.words }
        return "\(outcome.words), \(status.words)"
    }
}

extension LoggedRequest.Outcome {
    /// The outcome in words: `200 OK`, `failed with notConnectedToInternet`.
    package var words: String {
        if case .answered(let status) = self { status.words } else { description }
    }

    /// The filter of the log besides `all` that accepts it, and the symbol by its name in SF Symbols.
    package var kind: (filter: LogFilter, symbol: String) {
        switch self {
        case .pending, .held: (.waiting, "hourglass")
        case .answered: (.answered, "checkmark.circle")
        case .failed: (.failed, "xmark.octagon")
        case .redirected: (.answered, "arrow.turn.up.right")
        case .cancelled: (.failed, "slash.circle")
        case .passedThrough: (.live, "dot.radiowaves.left.and.right")
        case .unmatched: (.unmatched, "questionmark.circle")
        }
    }
}

extension BarricadeOverview.HeldSummary {
    /// Returns the time left in words: `58 s left`, `timed out`; `until released` for a limit so far
    /// away that clients, such as those of a served port, have one of their own.
    package func timeLeft(at now: Date) -> String {
        let seconds = timeout.timeIntervalSince(now)
        guard seconds > 0 else { return "timed out" }
        let whole = Int(min(seconds, 1e9).rounded(.up))
        switch whole {
        case ..<120: return "\(whole) s left"
        case ..<7_200: return "\(whole / 60) min left"
        case ..<43_200: return "\(whole / 3_600) h left"
        default: return "until released"
        }
    }

    /// Returns the row in one sentence, for VoiceOver.
    package func sentence(at now: Date) -> String {
        "\(request), held by \(set), \(timeLeft(at: now))"
    }
}
