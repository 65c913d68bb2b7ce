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

        /// Makes a method from its name.
        public init(_ name: String) {
            rawValue = name
        }

        /// Makes a method from a string literal.
        public init(stringLiteral value: String) {
            rawValue = value
        }
    }

    /// The status code of a response, from 200 to 599 (RFC 9110, section 15).
    ///
    /// An integer works wherever a status is expected: `status: 418`.
    public struct Status: ExpressibleByIntegerLiteral, Hashable, Sendable {
        /// The three-digit code.
        public let rawValue: Int

        /// Makes a status from a code; a code outside 200–599 fails the request.
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
    public static var get: Self { "GET" }
    public static var head: Self { "HEAD" }
    public static var post: Self { "POST" }
    public static var put: Self { "PUT" }
    public static var patch: Self { "PATCH" }
    public static var delete: Self { "DELETE" }
    public static var options: Self { "OPTIONS" }
    public static var query: Self { "QUERY" }

    package static let common: [Self] = [.get, .head, .post, .put, .patch, .delete, .options]

    public var description: String { rawValue }
}

extension HTTP.Status: CustomStringConvertible {
    public static var ok: Self { 200 }
    public static var created: Self { 201 }
    public static var accepted: Self { 202 }
    public static var nonAuthoritativeInformation: Self { 203 }
    public static var noContent: Self { 204 }
    public static var resetContent: Self { 205 }
    public static var partialContent: Self { 206 }
    public static var multipleChoices: Self { 300 }
    public static var movedPermanently: Self { 301 }
    public static var found: Self { 302 }
    public static var seeOther: Self { 303 }
    public static var notModified: Self { 304 }
    public static var temporaryRedirect: Self { 307 }
    public static var permanentRedirect: Self { 308 }
    public static var badRequest: Self { 400 }
    public static var unauthorized: Self { 401 }
    public static var paymentRequired: Self { 402 }
    public static var forbidden: Self { 403 }
    public static var notFound: Self { 404 }
    public static var methodNotAllowed: Self { 405 }
    public static var notAcceptable: Self { 406 }
    public static var proxyAuthenticationRequired: Self { 407 }
    public static var requestTimeout: Self { 408 }
    public static var conflict: Self { 409 }
    public static var gone: Self { 410 }
    public static var lengthRequired: Self { 411 }
    public static var preconditionFailed: Self { 412 }
    public static var contentTooLarge: Self { 413 }
    public static var uriTooLong: Self { 414 }
    public static var unsupportedMediaType: Self { 415 }
    public static var rangeNotSatisfiable: Self { 416 }
    public static var expectationFailed: Self { 417 }
    public static var misdirectedRequest: Self { 421 }
    public static var unprocessableContent: Self { 422 }
    public static var locked: Self { 423 }
    public static var tooEarly: Self { 425 }
    public static var upgradeRequired: Self { 426 }
    public static var preconditionRequired: Self { 428 }
    public static var tooManyRequests: Self { 429 }
    public static var requestHeaderFieldsTooLarge: Self { 431 }
    public static var unavailableForLegalReasons: Self { 451 }
    public static var internalServerError: Self { 500 }
    public static var notImplemented: Self { 501 }
    public static var badGateway: Self { 502 }
    public static var serviceUnavailable: Self { 503 }
    public static var gatewayTimeout: Self { 504 }
    public static var httpVersionNotSupported: Self { 505 }
    public static var insufficientStorage: Self { 507 }
    public static var networkAuthenticationRequired: Self { 511 }

    public var description: String { "\(rawValue)" }

    /// Whether a response may have the code.
    package var isValid: Bool { (200...599).contains(rawValue) }

    /// Whether the response has no body, whatever its fields say (RFC 9112, section 6.3).
    var hasNoBody: Bool { self == .noContent || self == .notModified }

    /// Whether the code redirects the client to the response's `Location`.
    package var isRedirection: Bool {
        switch rawValue {
        case 301...303, 307, 308: true
        default: false
        }
    }
}
