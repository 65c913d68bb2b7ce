import Foundation

/// Percent-encoding in URLs and forms (RFC 3986, section 2.1).
///
/// Foundation's decoder drops a byte order mark, and on Linux it accepts `%A9` alone.
package enum PercentEncoding {
    /// Returns the text; `nil` if a `%` is not followed by two digits, or the bytes are not UTF-8.
    package static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return bytes(of: text).flatMap { String(utf8: $0) }
    }

    /// Returns the text, decoded leniently: invalid percent-encoding stays.
    package static func readable(_ text: Substring) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? readable(text.utf8) : String(text)
    }

    /// Returns the text of bytes, decoded leniently; invalid UTF-8 becomes U+FFFD.
    package static func readable(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let code = byte == UInt8(ascii: "%") ? UInt8(hexadecimal: rest.prefix(2)) : nil
            if code != nil { rest = rest.dropFirst(2) }
            text.append(code ?? byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the decoded bytes; `nil` if a `%` is not followed by two digits.
    package static func bytes(of text: Substring) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(hexadecimal: rest.prefix(2)) else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// Returns text with all characters encoded except unreserved ones.
    package static func encoded(_ text: String) -> String {
        // Foundation's encoder took a tenth of the time of an import.
        if text.utf8.allSatisfy(\.isUnreserved) { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Reads two digits; `nil` for anything else.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            guard let digit = digit.hexDigitValue else { return nil }
            value = value << 4 | digit
        }
        self = value
    }

    /// Whether it stands for itself in URLs (RFC 3986, section 2.3).
    fileprivate var isUnreserved: Bool {
        isTokenByte || self == UInt8(ascii: ".") || self == UInt8(ascii: "~")
    }

    /// The value of a hexadecimal digit; `nil` for anything else.
    package var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// Makes text from UTF-8, including a byte order mark; `nil` if it is not UTF-8.
    package init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid UTF-8 has been replaced. Bytes in a row are compared at once, which is many times
        // faster.
        let isSame = bytes.withContiguousStorageIfAvailable { bytes in
            utf8.withContiguousStorageIfAvailable { text -> Bool in
                guard let left = text.baseAddress, let right = bytes.baseAddress else {
                    return text.count == bytes.count
                }
                return text.count == bytes.count && memcmp(left, right, text.count) == 0
            }
        }
        guard (isSame ?? nil) ?? utf8.elementsEqual(bytes) else { return nil }
    }
}
