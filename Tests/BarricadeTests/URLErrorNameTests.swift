import Barricade
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct URLErrorNameTests {
    private static let codes: [(name: String, value: URLError.Code)] = [
        (
            "appTransportSecurityRequiresSecureConnection",
            .appTransportSecurityRequiresSecureConnection
        ),
        ("badServerResponse", .badServerResponse), ("badURL", .badURL),
        ("callIsActive", .callIsActive), ("cancelled", .cancelled),
        ("cannotConnectToHost", .cannotConnectToHost),
        ("cannotDecodeContentData", .cannotDecodeContentData),
        ("cannotDecodeRawData", .cannotDecodeRawData), ("cannotFindHost", .cannotFindHost),
        ("cannotLoadFromNetwork", .cannotLoadFromNetwork),
        ("cannotParseResponse", .cannotParseResponse),
        ("clientCertificateRejected", .clientCertificateRejected),
        ("clientCertificateRequired", .clientCertificateRequired),
        ("dataLengthExceedsMaximum", .dataLengthExceedsMaximum),
        ("dataNotAllowed", .dataNotAllowed), ("dnsLookupFailed", .dnsLookupFailed),
        ("fileDoesNotExist", .fileDoesNotExist), ("fileIsDirectory", .fileIsDirectory),
        ("httpTooManyRedirects", .httpTooManyRedirects),
        ("internationalRoamingOff", .internationalRoamingOff),
        ("networkConnectionLost", .networkConnectionLost),
        ("noPermissionsToReadFile", .noPermissionsToReadFile),
        ("notConnectedToInternet", .notConnectedToInternet),
        ("redirectToNonExistentLocation", .redirectToNonExistentLocation),
        ("requestBodyStreamExhausted", .requestBodyStreamExhausted),
        ("resourceUnavailable", .resourceUnavailable),
        ("secureConnectionFailed", .secureConnectionFailed),
        ("serverCertificateHasBadDate", .serverCertificateHasBadDate),
        ("serverCertificateHasUnknownRoot", .serverCertificateHasUnknownRoot),
        ("serverCertificateNotYetValid", .serverCertificateNotYetValid),
        ("serverCertificateUntrusted", .serverCertificateUntrusted), ("timedOut", .timedOut),
        ("unknown", .unknown), ("unsupportedURL", .unsupportedURL),
        ("userAuthenticationRequired", .userAuthenticationRequired),
        ("userCancelledAuthentication", .userCancelledAuthentication),
        ("zeroByteResource", .zeroByteResource),
    ]

    @Test func namesEachCodeAsFoundationDoes() {
        #expect(URLError.Code.named.map(\.value) == Self.codes.map(\.value))
        #expect(Self.codes.map(\.value.name) == Self.codes.map(\.name))
    }
}
