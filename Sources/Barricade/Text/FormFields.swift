package import Foundation

/// A parser of `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
package enum FormFields {
    /// Returns the fields in order; invalid UTF-8 becomes U+FFFD, as in browsers.
    ///
    /// The value is `nil` if there is no `=`.
    package static func read(_ data: Data) -> [URLQueryItem] {
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
