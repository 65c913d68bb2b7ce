public import Foundation

/// An error with a message that says what to do about it.
///
/// A request that a barricade fails ends with this error. Apple platforms rewrap it as an
/// `NSError`, so catch errors by their code, which works everywhere:
///
/// ```swift
/// do {
///     _ = try await session.data(from: url)
/// } catch BarricadeError.Code.unmatchedRequest {
///     // no response set matches
/// }
/// ```
public struct BarricadeError: Error, Hashable, Sendable {
    /// The code of an error.
    public struct Code: Hashable, Sendable {
        /// The number in the error domain.
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    /// The code.
    public let code: Code

    /// The whole message: what happened, where, and what to do.
    public let message: String

    /// The known names, nearest first, if the error is about an unknown one; else empty.
    public let nearestNames: [String]

    package init(_ code: Code, _ message: String, nearestNames: [String] = []) {
        self.code = code
        self.message = message
        self.nearestNames = nearestNames
    }

    /// Makes an error from that of a load, even if the platform has rewrapped it.
    ///
    /// `nil` for any other error.
    public init?(_ error: any Error) {
        if let error = error as? BarricadeError {
            self = error
            return
        }
        let bare = error as NSError
        guard bare.domain == Self.errorDomain else { return nil }
        self.init(Code(rawValue: bare.code), bare.localizedDescription)
    }
}

extension BarricadeError.Code {
    /// A request that no response set claims, if the policy fails such requests.
    public static let unmatchedRequest = Self(.unmatchedRequest)
    /// A name of a set, response or preset that is not registered.
    public static let unknownName = Self(.unknownName)
    /// An unusable definition of a set, response, matcher or preset.
    public static let invalidDefinition = Self(.invalidDefinition)
    /// A body file that is missing, is a folder or cannot be read.
    public static let unreadableFile = Self(.unreadableFile)
    /// A request to a session whose barricade no longer exists.
    public static let barricadeReleased = Self(.barricadeReleased)
    /// A task or response that this platform's URL loading system does not support.
    public static let unsupported = Self(.unsupported)
    /// A saved selection that cannot be read or written, or names something that no longer exists.
    public static let unusableSelection = Self(.unusableSelection)
    /// A launch argument or environment variable that cannot be read.
    public static let invalidLaunchOption = Self(.invalidLaunchOption)
    /// A request body that is missing, hidden, or of another format than expected.
    public static let unreadableBody = Self(.unreadableBody)
    /// A request that did not come before the timeout of a wait.
    public static let missingRequest = Self(.missingRequest)
    /// A request to a sequence of responses that has ended.
    public static let sequenceUsedUp = Self(.sequenceUsedUp)
    /// A request of a set in mode ``ResponseSet/Mode/recording`` while nothing records.
    public static let missingRecorder = Self(.missingRecorder)

    /// Returns whether an error has this code, even if the platform has rewrapped it.
    public static func ~= (code: Self, error: any Error) -> Bool {
        BarricadeError(error)?.code == code
    }
}

extension BarricadeError: CustomNSError, LocalizedError {
    public static var errorDomain: String { "BarricadeErrorDomain" }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    public var errorDescription: String? { message }
}

extension BarricadeError: CustomStringConvertible {
    public var description: String { message }
}

extension BarricadeError.Code: CustomStringConvertible {
    /// The code's name: `unmatchedRequest`.
    public var description: String { Name(rawValue: rawValue).map { "\($0)" } ?? "\(rawValue)" }

    private init(_ name: Name) {
        self.init(rawValue: name.rawValue)
    }

    private enum Name: Int {
        case unmatchedRequest = 1
        case unknownName, invalidDefinition, unreadableFile, barricadeReleased, unsupported
        case unusableSelection, invalidLaunchOption, unreadableBody, missingRequest, sequenceUsedUp
        case missingRecorder = 13
    }
}

extension URLError.Code {
    /// The code's name in Swift: `notConnectedToInternet`; `nil` for other codes.
    package var name: String? { Self.names[self] }

    /// The codes that have a name, by their names.
    package static let named = names.map { (name: $0.value, value: $0.key) }.ordered(by: \.name)

    private static let names: [URLError.Code: String] = [
        .appTransportSecurityRequiresSecureConnection:
            "appTransportSecurityRequiresSecureConnection",
        .badServerResponse: "badServerResponse", .badURL: "badURL",
        .callIsActive: "callIsActive", .cancelled: "cancelled",
        .cannotConnectToHost: "cannotConnectToHost",
        .cannotDecodeContentData: "cannotDecodeContentData",
        .cannotDecodeRawData: "cannotDecodeRawData", .cannotFindHost: "cannotFindHost",
        .cannotLoadFromNetwork: "cannotLoadFromNetwork",
        .cannotParseResponse: "cannotParseResponse",
        .clientCertificateRejected: "clientCertificateRejected",
        .clientCertificateRequired: "clientCertificateRequired",
        .dataLengthExceedsMaximum: "dataLengthExceedsMaximum",
        .dataNotAllowed: "dataNotAllowed", .dnsLookupFailed: "dnsLookupFailed",
        .fileDoesNotExist: "fileDoesNotExist", .fileIsDirectory: "fileIsDirectory",
        .httpTooManyRedirects: "httpTooManyRedirects",
        .internationalRoamingOff: "internationalRoamingOff",
        .networkConnectionLost: "networkConnectionLost",
        .noPermissionsToReadFile: "noPermissionsToReadFile",
        .notConnectedToInternet: "notConnectedToInternet",
        .redirectToNonExistentLocation: "redirectToNonExistentLocation",
        .requestBodyStreamExhausted: "requestBodyStreamExhausted",
        .resourceUnavailable: "resourceUnavailable",
        .secureConnectionFailed: "secureConnectionFailed",
        .serverCertificateHasBadDate: "serverCertificateHasBadDate",
        .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot",
        .serverCertificateNotYetValid: "serverCertificateNotYetValid",
        .serverCertificateUntrusted: "serverCertificateUntrusted", .timedOut: "timedOut",
        .unknown: "unknown", .unsupportedURL: "unsupportedURL",
        .userAuthenticationRequired: "userAuthenticationRequired",
        .userCancelledAuthentication: "userCancelledAuthentication",
        .zeroByteResource: "zeroByteResource",
    ]
}
