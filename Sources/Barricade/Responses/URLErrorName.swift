package import Foundation

extension URLError.Code {
    /// The code's name in Swift: `notConnectedToInternet`; `nil` for other codes.
    package var name: String? { Self.names[self] }

    /// The codes that have a name, by their names.
    package static let named = names.map { (name: $0.value, value: $0.key) }.ordered(by: \.name)

    /// Returns the name that is meant by another word for a failure, or by the name or number that
    /// Objective-C has for it; `nil` if none is known.
    package static func name(meantBy word: String) -> String? {
        if let number = Int(word) { return named.first { $0.value.rawValue == number }?.name }
        let letters = word.lowercased().filter(\.isLetter)
        return otherWords[letters]
            ?? named.first { "nsurlerror\($0.name.lowercased())" == letters }?.name
    }

    private static let otherWords = [
        "connectionlost": "networkConnectionLost", "connectionrefused": "cannotConnectToHost",
        "connectionreset": "networkConnectionLost", "dns": "cannotFindHost",
        "nointernet": "notConnectedToInternet", "nonetwork": "notConnectedToInternet",
        "notconnected": "notConnectedToInternet", "offline": "notConnectedToInternet",
        "ssl": "secureConnectionFailed", "timeout": "timedOut", "tls": "secureConnectionFailed",
        "unreachable": "cannotConnectToHost",
    ]

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
