import Barricade
import Foundation

/// What marks a response of a folder as recorded: digests of the reply and of its URL, as text.
struct RecordedMark {
    /// The digest of what the response sends.
    let reply: String
    /// The digest of the path and query of the URL; `nil` if all requests of the set have the same, or
    /// if it is not known.
    let place: String?

    init(reply: String, place: String?) {
        (self.reply, self.place) = (reply, place)
    }

    /// Reads the mark of a response; `nil` if it has none.
    init?(of response: CannedResponse) {
        guard let parts = response.recordedMark?.split(separator: " "), let reply = parts.first
        else { return nil }
        self.init(reply: String(reply), place: parts.dropFirst().first.map(String.init))
    }

    var text: String { ([reply] + [place].compactMap(\.self)).joined(separator: " ") }
}

extension Exchange.Request {
    /// The digest of its path and query, if a set for such requests is for others too.
    func place(in matcher: RequestMatcher) -> String? {
        guard !matcher.valueNames.isEmpty, let url = URLComponents(string: url) else { return nil }
        let place = "\(url.percentEncodedPath)?\(url.percentEncodedQuery ?? "")"
        return BodyFingerprint(bytes: Data(place.utf8)).text
    }
}
