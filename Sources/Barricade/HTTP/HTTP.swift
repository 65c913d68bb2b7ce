package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The types of HTTP: methods, status codes, header fields.
///
/// They are nested because other libraries export the same names: a file may import Alamofire, or
/// an OpenAPI runtime, together with Barricade.
public enum HTTP {
    /// A request's method, which is case-sensitive (RFC 9110, section 9.1).
    public struct Method: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
        /// The method as sent.
        public let rawValue: String

        /// Makes a method from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes a method from a string literal.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }

    /// The status code of a response, from 100 to 599 (RFC 9110, section 15).
    ///
    /// An integer works wherever a status is expected: `status: 418`.
    public struct Status: ExpressibleByIntegerLiteral, Hashable, Sendable {
        /// The three-digit code.
        public let rawValue: Int

        /// Makes a status from a code; a code outside 100–599 fails the request.
        public init(_ code: Int) {
            rawValue = code
        }

        /// Makes a status from an integer literal.
        public init(integerLiteral value: Int) {
            rawValue = value
        }
    }
}

extension HTTP.Method: CustomStringConvertible {
    public static let get: Self = "GET"
    public static let head: Self = "HEAD"
    public static let post: Self = "POST"
    public static let put: Self = "PUT"
    public static let patch: Self = "PATCH"
    public static let delete: Self = "DELETE"
    public static let options: Self = "OPTIONS"

    static let usual: [Self] = [.get, .head, .post, .put, .patch, .delete, .options]

    public var description: String { rawValue }

    /// The usual method that this one misspells, `POST` of `POTS` and `post`; `nil` for all others.
    package var meant: Self? {
        guard !Self.usual.contains(self) else { return nil }
        let distance = EditDistance(from: rawValue)
        return Self.usual.first { method in
            distance.distance(to: method.rawValue) == 1
                || method.rawValue.sorted() == rawValue.uppercased().sorted()
        }
    }
}

extension HTTP.Status: CustomStringConvertible {
    public static let ok: Self = 200
    public static let created: Self = 201
    public static let noContent: Self = 204
    public static let movedPermanently: Self = 301
    public static let found: Self = 302
    public static let seeOther: Self = 303
    package static let notModified: Self = 304
    public static let badRequest: Self = 400
    public static let unauthorized: Self = 401
    public static let paymentRequired: Self = 402
    public static let forbidden: Self = 403
    public static let notFound: Self = 404
    public static let conflict: Self = 409
    public static let unprocessableContent: Self = 422
    public static let tooManyRequests: Self = 429
    public static let internalServerError: Self = 500
    public static let badGateway: Self = 502
    public static let serviceUnavailable: Self = 503
    public static let gatewayTimeout: Self = 504

    public var description: String { "\(rawValue)" }

    /// Whether HTTP allows the code.
    package var isValid: Bool { (100...599).contains(rawValue) }

    /// Whether the code redirects the client to the response's `Location`.
    package var isRedirection: Bool { [301, 302, 303, 307, 308].contains(rawValue) }
}

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
