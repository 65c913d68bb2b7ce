import Barricade
import BarricadeFolder
import Foundation

/// Errors of connections, as browsers and proxies write them.
enum HARFailure {
    /// Returns the code of the error that an entry names; `nil` if it names none.
    ///
    /// - Throws: The reason why an app could not get such an error.
    static func code(of entry: JSONNode) throws(PassingReason) -> URLError.Code? {
        let keys = ["_error", "_failureText", "_errorMessage", "_errorText"]
        let places = [entry["response"], entry["request"], entry].compactMap(\.self)
        let words = places.flatMap { place in keys.compactMap { place[$0]?.text } }
        guard let name = words.first(where: { !$0.isEmpty })?.uppercased() else { return nil }
        for word in ["ABORTED", "CANCELLED", "CANCELED", "CLIENT DISCONNECTED"]
        where name.contains(word) {
            throw PassingReason("it was cancelled")
        }
        if name.contains("BLOCKED_BY") { throw PassingReason("the browser blocked it") }
        return codes.first { $0.parts.contains(where: name.contains) }?.code ?? .unknown
    }

    /// Returns Chrome's name of an error.
    static func name(of code: URLError.Code) -> String {
        "net::ERR_\(codes.first { $0.code == code }?.parts.first ?? "FAILED")"
    }

    /// Parts of the texts of errors, the more specific ones first; Chrome's name comes first for
    /// each error.
    private static let codes: [(code: URLError.Code, parts: [String])] = [
        (.notConnectedToInternet, ["INTERNET_DISCONNECTED", "OFFLINE"]),
        (
            .cannotFindHost,
            [
                "NAME_NOT_RESOLVED", "UNKNOWN_HOST", "GETADDRINFO", "ENOTFOUND", "NOT KNOWN",
                "NAME RESOLUTION", "NO ADDRESS ASSOCIATED",
            ]
        ),
        (.timedOut, ["TIMED_OUT", "TIMED OUT", "TIMEOUT", "ERRNO 110"]),
        (.serverCertificateHasBadDate, ["CERT_DATE_INVALID", "CERTIFICATE HAS EXPIRED"]),
        (.clientCertificateRequired, ["BAD_SSL_CLIENT_AUTH_CERT"]),
        (.serverCertificateUntrusted, ["CERT_AUTHORITY_INVALID", "INSECURE_RESPONSE", "CERT"]),
        (.secureConnectionFailed, ["SSL_PROTOCOL_ERROR", "SSL", "TLS"]),
        (.httpTooManyRedirects, ["TOO_MANY_REDIRECTS", "REDIRECT_LOOP"]),
        (
            .networkConnectionLost,
            [
                "CONNECTION_CLOSED", "NETWORK_CHANGED", "RESET", "NET_INTERRUPT", "DISCONNECTED",
                "CONNECTION_LOST", "EMPTY_RESPONSE", "CONTENT_LENGTH_MISMATCH", "INCOMPLETE",
                "CLOSED CONNECTION", "CONNECTION CLOSED", "HTTP2_", "HTTP/2", "QUIC",
            ]
        ),
        (
            .cannotConnectToHost,
            ["CONNECTION_REFUSED", "REFUSED", "UNREACHABLE", "CONNECTION_FAILED", "CONNECT CALL"]
        ),
        (.badServerResponse, ["INVALID_RESPONSE", "INVALID_HTTP"]),
        (.cannotDecodeContentData, ["CONTENT_DECODING_FAILED"]),
        (.badURL, ["INVALID_URL", "UNSAFE_PORT"]),
        (.cancelled, ["ABORTED"]),
    ]
}
