import Barricade
import BarricadeCommon
import Foundation

/// A request without a response: what the exporter says of the reason, as an error of `URLSession`.
struct HARFailure {
    private let words: [String]

    init(_ entry: JSONNode) {
        let places = [entry["response"], entry["request"], entry].compactMap(\.self)
        words = places.flatMap { place in
            ["_error", "_failureText", "_errorMessage", "_errorText"].compactMap { place[$0]?.text }
        }.filter { !$0.isEmpty }
    }

    /// Returns the code of the error.
    ///
    /// - Throws: The reason why it is none that an app could get.
    func code() throws(PassingReason) -> URLError.Code {
        guard let text = words.first else {
            throw PassingReason("it got no response, and no error is named")
        }
        let name = text.uppercased()
        for word in ["ABORTED", "CANCELLED", "CANCELED"] where name.contains(word) {
            throw PassingReason("it was cancelled")
        }
        if name.contains("BLOCKED_BY") {
            throw PassingReason("the browser blocked it")
        }
        let known = Self.codes.first { name.contains($0.part) }
        return known?.code ?? .unknown
    }

    /// Parts of the names and words of browsers and proxies, the more telling ones first.
    private static let codes: [(part: String, code: URLError.Code)] = [
        ("INTERNET_DISCONNECTED", .notConnectedToInternet), ("OFFLINE", .notConnectedToInternet),
        ("NETWORK_CHANGED", .networkConnectionLost), ("NAME_NOT_RESOLVED", .cannotFindHost),
        ("UNKNOWN_HOST", .cannotFindHost), ("GETADDRINFO", .cannotFindHost),
        ("ENOTFOUND", .cannotFindHost), ("TIMED_OUT", .timedOut), ("TIMED OUT", .timedOut),
        ("TIMEOUT", .timedOut), ("CERT_DATE", .serverCertificateHasBadDate),
        ("CERT_AUTHORITY", .serverCertificateUntrusted),
        ("INSECURE_RESPONSE", .serverCertificateUntrusted),
        ("BAD_SSL_CLIENT_AUTH", .clientCertificateRequired),
        ("CERT", .serverCertificateUntrusted), ("SSL", .secureConnectionFailed),
        ("TLS", .secureConnectionFailed), ("TOO_MANY_REDIRECTS", .httpTooManyRedirects),
        ("REDIRECT_LOOP", .httpTooManyRedirects), ("CONNECTION_RESET", .networkConnectionLost),
        ("CONNECTION_CLOSED", .networkConnectionLost), ("NET_RESET", .networkConnectionLost),
        ("NET_INTERRUPT", .networkConnectionLost), ("DISCONNECTED", .networkConnectionLost),
        ("ECONNRESET", .networkConnectionLost), ("CONNECTION_LOST", .networkConnectionLost),
        ("EMPTY_RESPONSE", .networkConnectionLost), ("REFUSED", .cannotConnectToHost),
        ("UNREACHABLE", .cannotConnectToHost), ("CONNECTION_FAILED", .cannotConnectToHost),
        ("CONNECT CALL FAILED", .cannotConnectToHost), ("INVALID_RESPONSE", .badServerResponse),
        ("INVALID_HTTP", .badServerResponse), ("CONTENT_DECODING", .cannotDecodeContentData),
        ("UNSAFE_PORT", .badURL), ("INVALID_URL", .badURL),
    ]

    /// Returns what Chrome writes of an error.
    static func name(of code: URLError.Code) -> String {
        switch code {
        case .cancelled: "net::ERR_ABORTED"
        case .notConnectedToInternet: "net::ERR_INTERNET_DISCONNECTED"
        case .networkConnectionLost: "net::ERR_CONNECTION_CLOSED"
        case .cannotFindHost, .dnsLookupFailed: "net::ERR_NAME_NOT_RESOLVED"
        case .cannotConnectToHost: "net::ERR_CONNECTION_REFUSED"
        case .timedOut: "net::ERR_TIMED_OUT"
        case .httpTooManyRedirects: "net::ERR_TOO_MANY_REDIRECTS"
        case .secureConnectionFailed: "net::ERR_SSL_PROTOCOL_ERROR"
        case .clientCertificateRequired: "net::ERR_BAD_SSL_CLIENT_AUTH_CERT"
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
            "net::ERR_CERT_DATE_INVALID"
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            "net::ERR_CERT_AUTHORITY_INVALID"
        case .badServerResponse: "net::ERR_INVALID_RESPONSE"
        case .cannotDecodeContentData: "net::ERR_CONTENT_DECODING_FAILED"
        case .badURL: "net::ERR_INVALID_URL"
        default: "net::ERR_FAILED"
        }
    }
}
