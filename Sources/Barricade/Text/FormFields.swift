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
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"):
                result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let code = UInt8(hexadecimal: bytes[(index + 1)...].prefix(2))
                if code != nil { index += 2 }
                result.append(code ?? UInt8(ascii: "%"))
            case let byte:
                result.append(byte)
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}
