package import Foundation

/// The target of a redirect, in the `Location` field (RFC 9110, 10.2.2).
package struct Location {
    private let text: String

    package init(_ text: String) {
        self.text = text.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the URL, resolved against that of the request; `nil` if it is invalid.
    package func url(from url: URL) -> URL? {
        text.isEmpty ? nil : URL(string: text, relativeTo: url)?.absoluteURL
    }

    /// The reason why it can never be a URL; `nil` if it can.
    package var fault: String? {
        guard let url = URL(string: "http://localhost/"), self.url(from: url) == nil else {
            return nil
        }
        return "it redirects to \"\(Secrets.masked(url: text).shortened)\", which is not a URL"
    }
}
