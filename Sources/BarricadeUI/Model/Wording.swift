import Barricade
import BarricadeSurfaces
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Texts that rows and sentences share.

extension Int {
    /// Returns the number with a noun, in the singular for 1: `1 request`, `2 requests`.
    func counted(_ noun: String) -> String {
        "\(self) \(noun)\(self == 1 ? "" : "s")"
    }
}

extension BarricadeOverview.ResponseSummary {
    /// The outcome in words: `200 OK`, `401 unauthorized, after 2.0 seconds`.
    var words: String {
        guard let status else { return summary }
        let delay = delay.map { ", after \($0)" } ?? ""
        return "\(Self.words(for: status))\(delay)"
    }

    /// Returns a status code with its meaning.
    static func words(for status: Int) -> String {
        HTTP.Status(status).words
    }
}

extension ResponseSet.Mode {
    /// The mode's title in a picker.
    var title: String { rawValue.capitalized }

    /// An explanation of the mode, for people who do not know the term.
    var explanation: String {
        if self == .live { return "lets requests go to the real server" }
        if self == .held { return "keeps requests waiting until you release them" }
        if self == .recording {
            return "lets requests go to the real server, and keeps the replies"
        }
        return "answers with the selected response"
    }

    /// The symbol beside the title, by its name in SF Symbols.
    var symbol: String {
        if self == .live { return "dot.radiowaves.left.and.right" }
        if self == .recording { return "record.circle" }
        return self == .held ? "pause.circle" : "checkmark.shield"
    }
}

extension LoggedRequest.Outcome {
    /// The outcome in words: `200 OK`, `failed with notConnectedToInternet`.
    var words: String {
        if case .answered(let status) = self {
            return BarricadeOverview.ResponseSummary.words(for: status.rawValue)
        }
        return description
    }
}
