/// A status code of a response, from 100 to 599 (RFC 9110, section 15).
///
/// An integer works wherever a status is expected: `status: 418`.
public struct HTTPStatus: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
    /// The three-digit code.
    public let rawValue: Int

    /// Makes a status of a code; one outside 100–599 fails the requests that it would answer.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Makes a status of a code known only at run time.
    public init(_ code: Int) {
        rawValue = code
    }

    /// Makes a status of an integer in the source.
    public init(integerLiteral value: Int) {
        rawValue = value
    }

    /// Whether the code is one that HTTP allows.
    public var isValid: Bool { (100...599).contains(rawValue) }

    /// Whether the code asks the client to repeat the request at the response's `Location`.
    var isRedirection: Bool {
        switch rawValue {
        case 301, 302, 303, 307, 308: true
        default: false
        }
    }
}

extension HTTPStatus {
    public static let ok: HTTPStatus = 200
    public static let created: HTTPStatus = 201
    public static let accepted: HTTPStatus = 202
    public static let noContent: HTTPStatus = 204
    public static let partialContent: HTTPStatus = 206
    public static let movedPermanently: HTTPStatus = 301
    public static let found: HTTPStatus = 302
    public static let seeOther: HTTPStatus = 303
    public static let notModified: HTTPStatus = 304
    public static let temporaryRedirect: HTTPStatus = 307
    public static let permanentRedirect: HTTPStatus = 308
    public static let badRequest: HTTPStatus = 400
    public static let unauthorized: HTTPStatus = 401
    public static let paymentRequired: HTTPStatus = 402
    public static let forbidden: HTTPStatus = 403
    public static let notFound: HTTPStatus = 404
    public static let methodNotAllowed: HTTPStatus = 405
    public static let requestTimeout: HTTPStatus = 408
    public static let conflict: HTTPStatus = 409
    public static let gone: HTTPStatus = 410
    public static let preconditionFailed: HTTPStatus = 412
    public static let contentTooLarge: HTTPStatus = 413
    public static let unsupportedMediaType: HTTPStatus = 415
    public static let rangeNotSatisfiable: HTTPStatus = 416
    public static let unprocessableContent: HTTPStatus = 422
    public static let tooManyRequests: HTTPStatus = 429
    public static let internalServerError: HTTPStatus = 500
    public static let notImplemented: HTTPStatus = 501
    public static let badGateway: HTTPStatus = 502
    public static let serviceUnavailable: HTTPStatus = 503
    public static let gatewayTimeout: HTTPStatus = 504
}

extension HTTPStatus: CustomStringConvertible {
    public var description: String { "\(rawValue)" }
}
