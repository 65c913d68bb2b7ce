import Barricade
import Foundation

/// The origin of a page, as browsers send it (RFC 6454, section 7).
enum AllowedOrigin {
    /// Throws an error if no browser sends such an origin.
    static func check(_ text: String) throws(BarricadeError) {
        guard text != "null" else { return }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme,
            let host = parts.percentEncodedHost, !host.isEmpty,
            parts.port == nil || parts.port != ["http": 80, "https": 443][scheme],
            text == "\(scheme)://\(host)\(parts.port.map { ":\($0)" } ?? "")".lowercased()
        else { throw fault(text) }
    }

    private static func fault(_ text: String) -> BarricadeError {
        BarricadeError(
            .invalidDefinition,
            """
            "\(text.shortened)" is not the origin of a page, so it cannot be allowed.

            To fix: write scheme and host in lower case, and the port unless it is the usual one, such \
            as http://localhost:3000, or null for a page from a file.
            """)
    }
}
