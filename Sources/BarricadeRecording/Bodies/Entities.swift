import Barricade

/// The entities of XML.
enum Entities {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// Returns a text with its entities decoded.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        let parts = text.split(at: "&")
        return parts.dropFirst().reduce(into: String(parts[0])) { decoded, part in
            guard let end = part.firstIndex(of: ";"), let character = character(part[..<end]) else {
                return decoded += "&\(part)"
            }
            decoded += character + part[part.index(after: end)...]
        }
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return named[String(name)] }
        let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
        let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return code.flatMap { Unicode.Scalar($0) }.map { String($0) }
    }

    /// Returns a text escaped for an element or attribute.
    static func encoded(_ text: String) -> String {
        text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
    }
}
