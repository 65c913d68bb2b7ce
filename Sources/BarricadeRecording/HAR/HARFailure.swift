import Barricade
import BarricadeCommon
import Foundation

/// A request without a response: the exporter's reason, as an error of `URLSession`.
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
    /// - Throws: The reason why an app could not get such an error.
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

    /// Parts of the error texts of browsers and proxies, the more specific ones first; Chrome's
    /// name comes first for each error.
    private static let codes: [(part: String, code: URLError.Code)] = [
        ("INTERNET_DISCONNECTED", .notConnectedToInternet), ("OFFLINE", .notConnectedToInternet),
        ("CONNECTION_CLOSED", .networkConnectionLost), ("NETWORK_CHANGED", .networkConnectionLost),
        ("NAME_NOT_RESOLVED", .cannotFindHost), ("UNKNOWN_HOST", .cannotFindHost),
        ("GETADDRINFO", .cannotFindHost), ("ENOTFOUND", .cannotFindHost), ("TIMED_OUT", .timedOut),
        ("TIMED OUT", .timedOut), ("TIMEOUT", .timedOut),
        ("CERT_DATE_INVALID", .serverCertificateHasBadDate),
        ("CERT_AUTHORITY_INVALID", .serverCertificateUntrusted),
        ("INSECURE_RESPONSE", .serverCertificateUntrusted),
        ("BAD_SSL_CLIENT_AUTH_CERT", .clientCertificateRequired),
        ("CERT", .serverCertificateUntrusted), ("SSL_PROTOCOL_ERROR", .secureConnectionFailed),
        ("SSL", .secureConnectionFailed), ("TLS", .secureConnectionFailed),
        ("TOO_MANY_REDIRECTS", .httpTooManyRedirects), ("REDIRECT_LOOP", .httpTooManyRedirects),
        ("CONNECTION_RESET", .networkConnectionLost), ("NET_RESET", .networkConnectionLost),
        ("NET_INTERRUPT", .networkConnectionLost), ("DISCONNECTED", .networkConnectionLost),
        ("ECONNRESET", .networkConnectionLost), ("CONNECTION_LOST", .networkConnectionLost),
        ("EMPTY_RESPONSE", .networkConnectionLost), ("CONNECTION_REFUSED", .cannotConnectToHost),
        ("REFUSED", .cannotConnectToHost), ("UNREACHABLE", .cannotConnectToHost),
        ("CONNECTION_FAILED", .cannotConnectToHost), ("CONNECT CALL FAILED", .cannotConnectToHost),
        ("INVALID_RESPONSE", .badServerResponse), ("INVALID_HTTP", .badServerResponse),
        ("CONTENT_DECODING_FAILED", .cannotDecodeContentData), ("INVALID_URL", .badURL),
        ("UNSAFE_PORT", .badURL), ("ABORTED", .cancelled),
    ]

    /// Returns Chrome's name of an error.
    static func name(of code: URLError.Code) -> String {
        "net::ERR_\(codes.first { $0.code == code }?.part ?? "FAILED")"
    }
}
