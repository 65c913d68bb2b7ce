import Foundation

/// Where a response sends its client on to, as its `Location` field says (RFC 9110, 10.2.2).
struct Location {
    private let text: String

    init(_ text: String) {
        self.text = text.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the URL, which may be relative to the one asked for; `nil` where it makes none.
    func url(from url: URL) -> URL? {
        text.isEmpty ? nil : URL(string: text, relativeTo: url)?.absoluteURL
    }

    /// Says why it never makes a URL; `nil` where it may.
    var fault: String? {
        guard let url = URL(string: "http://localhost/"), self.url(from: url) == nil else {
            return nil
        }
        return "it redirects to \"\(Secrets.masked(url: text).shortened)\", which is not a URL"
    }
}
