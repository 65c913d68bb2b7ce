import Foundation

/// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
enum FormFields {
    /// Returns the fields in order; what is not UTF-8 becomes U+FFFD, as browsers do.
    ///
    /// The value is `nil` where there is no `=`.
    static func read(_ data: Data) -> [URLQueryItem] {
        WrittenItem.all(in: Array(data)[...]).map { item in
            URLQueryItem(name: decoded(item.name), value: item.value.map(decoded))
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return PercentEncoding.readable(
            bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }
}
