package import Foundation

extension URLError.Code {
    /// The code's name in Swift: `notConnectedToInternet`; `nil` for other codes.
    package var name: String? { Name(rawValue: rawValue).map { "\($0)" } }

    /// The codes that have a name, by their names.
    package static let named: [(name: String, value: URLError.Code)] =
        Name.allCases.compactMap { name in
            // Not every number is a code on Linux.
            let code: URLError.Code? = URLError.Code(rawValue: name.rawValue)
            return code.map { ("\(name)", $0) }
        }.ordered(by: \.name)

    /// The names and numbers; a name without a number has the one before it, plus 1.
    private enum Name: Int, CaseIterable {
        case cannotLoadFromNetwork = -2000
        case clientCertificateRequired = -1206
        case clientCertificateRejected, serverCertificateNotYetValid
        case serverCertificateHasUnknownRoot, serverCertificateUntrusted
        case serverCertificateHasBadDate, secureConnectionFailed
        case dataLengthExceedsMaximum = -1103
        case noPermissionsToReadFile, fileIsDirectory, fileDoesNotExist
        case appTransportSecurityRequiresSecureConnection = -1022
        case requestBodyStreamExhausted, dataNotAllowed, callIsActive, internationalRoamingOff
        case cannotParseResponse, cannotDecodeContentData, cannotDecodeRawData, zeroByteResource
        case userAuthenticationRequired, userCancelledAuthentication, badServerResponse
        case redirectToNonExistentLocation, notConnectedToInternet, resourceUnavailable
        case httpTooManyRedirects, dnsLookupFailed, networkConnectionLost, cannotConnectToHost
        case cannotFindHost, unsupportedURL, timedOut, badURL, cancelled
        case unknown = -1
    }
}
