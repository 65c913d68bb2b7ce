import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTP {
    /// The status code of a response, from 100 to 599 (RFC 9110, section 15).
    ///
    /// An integer works wherever a status is expected: `status: 418`.
    public struct Status: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
        /// The three-digit code.
        public let rawValue: Int

        /// Makes a status from a code; a code outside 100–599 fails the request.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Makes a status from a code known only at run time.
        public init(_ code: Int) {
            rawValue = code
        }

        /// Makes a status from an integer literal.
        public init(integerLiteral value: Int) {
            rawValue = value
        }

        /// Whether HTTP allows the code.
        public var isValid: Bool { (100...599).contains(rawValue) }

        /// The meaning of the code in words, as the platform has them: `not found`.
        public var meaning: String {
            // Apple platforms call 200 "no error".
            rawValue == 200
                ? "OK" : HTTPURLResponse.localizedString(forStatusCode: rawValue).lowercased()
        }

        /// Whether the code redirects the client to the response's `Location`.
        package var isRedirection: Bool {
            switch rawValue {
            case 301, 302, 303, 307, 308: true
            default: false
            }
        }
    }
}

extension HTTP.Status {
    public static let ok: Self = 200
    public static let created: Self = 201
    public static let accepted: Self = 202
    public static let noContent: Self = 204
    public static let partialContent: Self = 206
    public static let movedPermanently: Self = 301
    public static let found: Self = 302
    public static let seeOther: Self = 303
    public static let notModified: Self = 304
    public static let temporaryRedirect: Self = 307
    public static let permanentRedirect: Self = 308
    public static let badRequest: Self = 400
    public static let unauthorized: Self = 401
    public static let paymentRequired: Self = 402
    public static let forbidden: Self = 403
    public static let notFound: Self = 404
    public static let methodNotAllowed: Self = 405
    public static let requestTimeout: Self = 408
    public static let conflict: Self = 409
    public static let gone: Self = 410
    public static let preconditionFailed: Self = 412
    public static let contentTooLarge: Self = 413
    public static let unsupportedMediaType: Self = 415
    public static let rangeNotSatisfiable: Self = 416
    public static let unprocessableContent: Self = 422
    public static let tooManyRequests: Self = 429
    public static let internalServerError: Self = 500
    public static let notImplemented: Self = 501
    public static let badGateway: Self = 502
    public static let serviceUnavailable: Self = 503
    public static let gatewayTimeout: Self = 504
}

extension HTTP.Status: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
