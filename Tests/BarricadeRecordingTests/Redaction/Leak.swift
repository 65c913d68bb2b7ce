import Foundation

/// A search for a secret that shares no code with the library: what an attacker would try.
enum Leak {
    /// Returns how a secret stands in data; `nil` if it does not.
    static func of(_ secret: String, in data: Data) -> String? {
        let secret = secret.lowercased()
        if let way = of(secret, in: String(decoding: data, as: UTF8.self), depth: 0) { return way }
        guard data.contains(0) else { return nil }
        let bytes = Array(data)
        for (high, low) in [(0, 1), (1, 0)] {
            for start in 0..<2 {
                let units = stride(from: start, to: bytes.count - 1, by: 2).map {
                    UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
                }
                let text = String(decoding: units, as: UTF16.self)
                if of(secret, in: text, depth: 0) != nil { return "UTF-16" }
            }
        }
        return nil
    }

    private static func of(_ secret: String, in text: String, depth: Int) -> String? {
        var text = text
        for round in 0..<5 {
            let folded = Data(text.lowercased().utf8)
            if folded.range(of: Data(secret.utf8)) != nil { return "unescaped \(round) times" }
            if folded.range(of: Data(secret.hexadecimal.utf8)) != nil { return "hexadecimal" }
            if depth < 3, let way = ofEncoded(secret, in: text, depth + 1) { return way }
            let next = unescaped(text)
            if next == text { break }
            text = next
        }
        return nil
    }

    /// Decodes whatever may be base64 or hexadecimal digits.
    private static func ofEncoded(_ secret: String, in text: String, _ depth: Int) -> String? {
        for run in text.split(separator: /[^A-Za-z0-9+\/_-]+/) where run.utf8.count >= 8 {
            let standard = run.replacing("-", with: "+").replacing("_", with: "/")
            // Elsewhere the run may have started with something else.
            for start in 0..<4 {
                let part = standard.dropFirst(start)
                let padded = part + String(repeating: "=", count: (4 - part.utf8.count % 4) % 4)
                guard let data = Data(base64Encoded: String(padded)) else { continue }
                if of(secret, in: String(decoding: data, as: UTF8.self), depth: depth) != nil {
                    return "base64"
                }
            }
            let digits = Array(run)
            guard digits.count % 2 == 0, digits.allSatisfy(\.isHexDigit) else { continue }
            let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
                UInt8(String(digits[$0...$0 + 1]), radix: 16)
            }
            if of(secret, in: String(decoding: bytes, as: UTF8.self), depth: depth) != nil {
                return "hexadecimal"
            }
        }
        return nil
    }

    private static func unescaped(_ text: String) -> String {
        var text = text
        if text.contains("%") { text = text.removingPercentEncoding ?? text }
        if text.contains("&") {
            for (escape, character) in [("&quot;", "\""), ("&lt;", "<"), ("&amp;", "&")] {
                text = text.replacing(escape, with: character)
            }
        }
        guard text.contains("\\") else { return text }
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch next {
            case "n": result.append("\n")
            case "u":
                let unit = UInt32(rest.prefix(4), radix: 16)
                result.append(unit.flatMap(Unicode.Scalar.init).map { Character($0) } ?? "?")
                rest = rest.dropFirst(4)
            default: result.append(next)
            }
        }
        return result
    }
}
