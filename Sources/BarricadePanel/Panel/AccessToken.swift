import BarricadeSurfaces
import Barricade
import Foundation
import LoopbackServer

/// The secret that a client needs to use a panel.
struct AccessToken: Sendable, Hashable {
    let text: String

    /// Makes a token of 128 random bits from the system.
    init() {
        var source = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &source) }
        text = Data(bytes).textForURLs
    }

    /// Makes a token of a text; `nil` if it is too short or has a character that is not allowed.
    init?(_ text: String) {
        guard LaunchOptions.isPanelToken(text) else { return nil }
        self.text = text
    }

    /// Returns whether a request has the token (RFC 6750, section 2.1).
    func admits(_ headers: HTTP.Headers) -> Bool {
        let fields = headers.values(of: "Authorization")
        guard fields.count == 1, let words = fields.first?.split(separator: " "),
            words.count == 2, words[0].lowercased() == "bearer"
        else { return false }
        let (own, others) = (Array(text.utf8), Array(words[1].utf8))
        // In constant time, so that the time does not reveal the first difference.
        guard own.count == others.count else { return false }
        return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
