import Barricade
import BarricadeCommon

/// The header fields of an entry: objects with name and value, pairs, or one object with all.
struct HARFields {
    let headers: HTTP.Headers

    init(_ node: JSONNode?) {
        var fields: [HTTP.Headers.Field] = []
        for (name, value) in Self.pairs(in: node) {
            // Names like `:authority` are pseudo-header fields of HTTP/2.
            guard !name.isEmpty, name.utf8.allSatisfy(HTTP.Headers.isTokenByte) else { continue }
            // Chrome joins several cookies by line breaks.
            for line in value.utf8.split(whereSeparator: { [0, 10, 13].contains($0) }) {
                fields.append(HTTP.Headers.Field(name, String(Substring(line))))
            }
            if value.isEmpty { fields.append(HTTP.Headers.Field(name, "")) }
        }
        headers = HTTP.Headers(fields)
    }

    private static func pairs(in node: JSONNode?) -> [(name: String, value: String)] {
        guard let node else { return [] }
        if node.isObject { return node.members.map { ($0.key, $0.value.text ?? "") } }
        return node.elements.compactMap { field in
            if field.isArray {
                return field.elements.first?.text.map {
                    ($0, field.elements.dropFirst().first?.text ?? "")
                }
            }
            return field["name"]?.text.map { ($0, field["value"]?.text ?? "") }
        }
    }
}
