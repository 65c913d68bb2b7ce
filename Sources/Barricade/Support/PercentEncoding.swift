import Foundation

/// Percent-encoding in URLs and forms (RFC 3986, section 2.1).
///
/// Foundation's decoder drops a byte order mark, and on Linux it accepts `%A9` alone.
package enum PercentEncoding {
    /// Returns the text; `nil` if a `%` is not followed by two digits, or the bytes are not UTF-8.
    package static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return bytes(of: text).flatMap { String(utf8: $0[...]) }
    }

    /// Returns the decoded bytes; `nil` if a `%` is not followed by two digits.
    static func bytes(of text: Substring) -> [UInt8]? {
        decoded(Array(text.utf8), isLenient: false)
    }

    /// Returns the text, decoded leniently: invalid percent-encoding stays, and invalid UTF-8
    /// becomes U+FFFD.
    package static func readable(_ text: Substring) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? readable(Array(text.utf8)) : String(text)
    }

    static func readable(_ bytes: [UInt8]) -> String {
        String(decoding: decoded(bytes, isLenient: true) ?? [], as: UTF8.self)
    }

    private static func decoded(_ bytes: [UInt8], isLenient: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let isEncoded = byte == UInt8(ascii: "%")
            let code = isEncoded ? UInt8(hexadecimal: rest.prefix(2)) : nil
            guard !isEncoded || code != nil || isLenient else { return nil }
            if code != nil { rest = rest.dropFirst(2) }
            decoded.append(code ?? byte)
        }
        return decoded
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static let valueCharacters = CharacterSet.urlQueryAllowed.subtracting(["&", "+"])

    /// Returns the value of a query item with only those characters encoded that need to be.
    static func encodedValue(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: valueCharacters) ?? value
    }

    /// Returns text with all characters encoded except unreserved ones (RFC 3986, section 2.3).
    package static func encoded(_ text: String) -> String {
        // Most names need no encoding, which Foundation's encoder is slow to find out.
        if text.utf8.allSatisfy({ $0.isTokenByte || $0 == UInt8(ascii: ".") }) { return text }
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }
}

extension UInt8 {
    package var isDigit: Bool { self &- 0x30 < 10 }
    package var isCapital: Bool { self &- 0x41 < 26 }
    package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    package var isAlphanumeric: Bool { isDigit || isLetter }
    /// The lower case of an ASCII letter; all others stay the same.
    var lowercased: UInt8 { isCapital ? self | 0x20 : self }
    /// Whether it is a byte of base64 for URLs (RFC 4648, section 5), without padding.
    package var isTokenByte: Bool {
        isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }

    /// Reads two digits; `nil` for anything else.
    package init?(hexadecimal digits: ArraySlice<UInt8>) {
        guard digits.count == 2, let high = digits.first?.hexDigitValue,
            let low = digits.last?.hexDigitValue
        else { return nil }
        self = high << 4 | low
    }

    /// The value of a hexadecimal digit; `nil` for anything else.
    package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self & 15
        case 0x41...0x46, 0x61...0x66: self & 15 + 9
        default: nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the first range of a sequence of bytes.
    ///
    /// The generic method takes some fifty times as long, and on Linux that of `Data` takes longer
    /// the more bytes follow.
    package func range(ofBytes pattern: [UInt8]) -> Range<Int>? {
        guard let first = pattern.first else { return startIndex..<startIndex }
        return withUnsafeBufferPointer { bytes in
            var start = 0
            while let base = bytes.baseAddress, start + pattern.count <= bytes.count,
                let found = bytes.offset(
                    of: Unicode.Scalar(first), in: start..<bytes.count - pattern.count + 1)
            {
                if memcmp(base + found, pattern, pattern.count) == 0 {
                    return startIndex + found..<startIndex + found + pattern.count
                }
                start = found + 1
            }
            return nil
        }
    }
}

extension String {
    /// Makes text from UTF-8, including a byte order mark; `nil` if it is not UTF-8.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        guard let text = bytes.withUnsafeBufferPointer({ String(utf8: $0) }) else { return nil }
        self = text
    }

    /// Makes text from UTF-8, including a byte order mark; `nil` if it is not UTF-8.
    init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // The text differs if invalid UTF-8 has been replaced. Comparing the bytes at once is many
        // times faster than one by one.
        let isSame = withUTF8 { text in
            guard let left = text.baseAddress, let right = bytes.baseAddress else {
                return text.count == bytes.count
            }
            return text.count == bytes.count && memcmp(left, right, text.count) == 0
        }
        guard isSame else { return nil }
    }
}

/// A `name=value` item of a query or a form as written, with its percent-encoding.
package struct WrittenItem {
    package let text: Substring.UTF8View
    package let name: Substring.UTF8View
    /// The text after the first `=`; `nil` if there is none.
    package let value: Substring.UTF8View?

    package init(_ text: Substring.UTF8View) {
        let equals = text.firstIndex(of: UInt8(ascii: "="))
        self.text = text
        name = text[..<(equals ?? text.endIndex)]
        value = equals.map { text[text.index(after: $0)...] }
    }

    /// Returns the non-empty items between ampersands, in order.
    static func all(in text: Substring) -> [WrittenItem] {
        text.split(at: "&").compactMap { $0.isEmpty ? nil : WrittenItem($0.utf8) }
    }
}

extension Substring {
    /// The range of the first `://`.
    package var schemeSeparator: Range<Index>? {
        var rest = utf8[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: "://".utf8) { return colon..<rest.index(colon, offsetBy: 3) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
