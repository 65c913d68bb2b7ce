import Foundation

/// Reads `application/x-www-form-urlencoded` (WHATWG URL, section 5.1).
enum FormFields {
    /// Returns the fields in order; what is not UTF-8 becomes U+FFFD, as browsers do.
    static func read(_ data: Data) -> [URLQueryItem] {
        Array(data).split(separator: UInt8(ascii: "&")).map { field in
            let equals = field.firstIndex(of: UInt8(ascii: "="))
            let name = field[..<(equals ?? field.endIndex)]
            let value = equals.map { field[($0 + 1)...] } ?? []
            return URLQueryItem(name: decoded(name), value: decoded(value))
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                let code = digits.count == 2 ? UInt8(hexadecimal: digits) : nil
                if code != nil { rest = rest.dropFirst(2) }
                result.append(code ?? byte)
            default:
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
        guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
