import Foundation

extension Error {
    /// Returns an error of the URL loading system with what its own errors have: both keys of the
    /// failing URL, and a sentence.
    func located(at url: URL?) -> any Error {
        guard let error = self as? URLError else { return self }
        var info = error.userInfo
        info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? error.code.sentence
        if let url, error.failingURL == nil {
            info[NSURLErrorFailingURLErrorKey] = url
            // The constant for it is deprecated.
            info["NSErrorFailingURLStringKey"] = url.absoluteString
        }
        return URLError(error.code, userInfo: info)
    }
}

extension URLError.Code {
    /// The English sentence of Apple's loader about an error; `nil` for other codes.
    fileprivate var sentence: String? { Self.sentences[rawValue] }

    private static let sentences = [
        -1: "unknown error", -999: "cancelled", -1000: "bad URL", -1001: "The request timed out.",
        -1002: "unsupported URL", -1003: "A server with the specified hostname could not be found.",
        -1004: "Could not connect to the server.", -1005: "The network connection was lost.",
        -1006: "DNS lookup error", -1007: "too many HTTP redirects", -1008: "resource unavailable",
        -1009: "The Internet connection appears to be offline.",
        -1010: "redirected to nonexistent location",
        -1011: "There was a bad response from the server.", -1012: "user cancelled authentication",
        -1013: "user authentication required", -1014: "zero byte resource",
        -1015: "cannot decode raw data", -1016: "cannot decode content data",
        -1017: "cannot parse response", -1018: "International roaming is currently off.",
        -1019: "A data connection cannot be established since a call is currently active.",
        -1020: "A data connection is not currently allowed.",
        -1021: "request body stream exhausted",
        -1022:
            "The resource could not be loaded because the App Transport Security policy requires the use of a secure connection.",
        -1100: "The requested URL was not found on this server.", -1101: "file is directory",
        -1102: "You do not have permission to access the requested resource.",
        -1103: "resource exceeds maximum size",
        -1200: "An SSL error has occurred and a secure connection to the server cannot be made.",
        -1201: "The certificate for this server has expired.",
        -1202: "The certificate for this server is invalid.",
        -1203: "The certificate for this server is invalid.",
        -1204: "The certificate for this server is not yet valid.",
        -1205: "The server did not accept the certificate.",
        -1206: "The server requires a client certificate.", -2000: "cannot load from network",
    ]
}
