import Barricade
import BarricadeFolder
import Foundation

/// A value of a HAR file.
extension JSONNode {
    /// The header fields or cookies: objects with name and value, pairs, or one object with all.
    var headers: HTTP.Headers {
        var headers = HTTP.Headers()
        for (name, value) in pairs {
            // Names like `:authority` are pseudo-header fields of HTTP/2.
            guard !name.isEmpty, name.utf8.allSatisfy(HTTP.Headers.isTokenByte) else { continue }
            // Chrome joins several cookies by line breaks.
            if Self.lineEnds.isAbsent(from: value) {
                headers.append(name, value)
                continue
            }
            for line in value.utf8.split(whereSeparator: { [0, 10, 13].contains($0) }) {
                headers.append(name, String(Substring(line)))
            }
        }
        return headers
    }

    private static let lineEnds = ByteSet([10, 13])

    private var pairs: [(name: String, value: String)] {
        if isObject { return members.map { ($0.key, $0.value.text ?? "") } }
        return elements.compactMap { field in
            let (first, last) = (field.elements.first, field.elements.dropFirst().first)
            let name = field.isArray ? first?.text : field["name"]?.text
            return name.map { ($0, (field.isArray ? last?.text : field["value"]?.text) ?? "") }
        }
    }

    /// The body of a request: text, text in base64, or the fields of a form.
    var posted: Data {
        let text = self["text"]?.text ?? ""
        let encoding = (self["encoding"] ?? self["_encoding"])?.text?.lowercased()
        if encoding == "base64", let data = Data(base64Encoded: text) { return data }
        guard text.isEmpty else { return Data(text.utf8) }
        let fields = elements(of: "params").map { field in
            [field["name"], field["value"]].map { PercentEncoding.encoded($0?.text ?? "") }
                .joined(separator: "=")
        }
        return Data(fields.joined(separator: "&").utf8)
    }
}
