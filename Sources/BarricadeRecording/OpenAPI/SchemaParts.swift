import Barricade
import BarricadeCommon
import Foundation

/// The parts of schemas that must all hold at one place: what they refer to, and their `allOf`.
struct SchemaParts {
    private(set) var nodes: [JSONNode] = []
    /// The references on the way.
    private(set) var references: [String] = []

    init(_ schemas: [JSONNode], in document: OpenAPIDocument) throws {
        var rest = Array(schemas.reversed())
        while let schema = rest.popLast() {
            if let reference = schema["$ref"]?.string {
                guard !references.contains(reference) else { continue }
                references.append(reference)
                rest.append(try document.target(of: reference))
                if document.ignoresKeywordsBesideReferences { continue }
            }
            nodes.append(schema)
            rest += (schema["allOf"]?.elements ?? []).reversed()
        }
    }

    /// The values of a keyword, one for each part that has it.
    subscript(keyword: String) -> [JSONNode] { nodes.compactMap { $0.member(keyword) } }

    /// Returns the strictest of the numbers of a keyword, at most 10 000.
    func limit(_ keyword: String, _ strictest: (Double, Double) -> Double) -> Double? {
        let numbers = self[keyword].compactMap(\.number).filter { $0 >= 0 }
        return numbers.first.map { min(numbers.reduce($0, strictest), 10_000) }
    }

    /// The values that the schemas name, the likeliest first.
    var given: [JSONNode] {
        let usual = self["default"].filter { !$0.isBlank } + self["const"]
        let listed = self["enum"].flatMap(\.elements).ordered { $0.isBlank ? 1 : 0 }
        return self["example"] + self["examples"].flatMap(\.elements) + usual + listed
    }

    // MARK: Alternatives

    /// Schemas of which one is chosen.
    struct Choice {
        fileprivate let schema: JSONNode
        fileprivate let keyword: String

        /// The schemas; null comes last.
        var alternatives: [JSONNode] {
            (schema[keyword]?.elements ?? []).ordered { $0["type"]?.string == "null" ? 1 : 0 }
        }

        /// Whether a value may fit only one of them.
        var isExclusive: Bool { keyword == "oneOf" }

        /// Returns a schema in which the discriminator has its value for an alternative.
        func mark(of alternative: JSONNode) -> [JSONNode] {
            guard let rule = schema["discriminator"], let key = rule["propertyName"]?.string,
                let name = alternative["$ref"]?.string?.split(separator: "/").last
            else { return [] }
            let value = rule["mapping"]?.members.first {
                $0.value.string?.split(separator: "/").last == name
            }
            let text = JSONNode(.string(value?.key ?? String(name)))
            let property = JSONNode(members: [(key, JSONNode(members: [("example", text)]))])
            return [JSONNode(members: [("properties", property)])]
        }
    }

    var choices: [Choice] {
        nodes.flatMap { node in
            ["oneOf", "anyOf"].filter { node[$0] != nil }.map { Choice(schema: node, keyword: $0) }
        }
    }

    // MARK: Types

    /// The type of a value to make: the first one that all parts allow, or that keywords imply.
    var type: String {
        let lists = self["type"].map(\.strings)
        let all = lists.joined().filter { type in
            lists.allSatisfy { $0.contains(type) || type == "integer" && $0.contains("number") }
        }
        let isArray = !self["items"].isEmpty
        let isText = ["format", "pattern", "minLength"].contains { !self[$0].isEmpty }
        let implied = isArray ? "array" : isText ? "string" : "object"
        return all.first { $0 != "null" } ?? all.first ?? implied
    }

    /// Returns values of a simple type, the likeliest first.
    func values(of type: String) -> [JSONValue] {
        switch type {
        case "string":
            let least = Int(limit("minLength", max) ?? 0)
            let most = Int(limit("maxLength", min) ?? 10_000)
            let format = self["format"].compactMap { SchemaFormat.all[$0.string ?? ""]?.example }
            // Many patterns are texts between anchors.
            let patterns = self["pattern"].flatMap(\.strings).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "^$"))
            }
            let words = (patterns + SchemaFormat.words).map { word in
                let times = max(least - 1, 0) / max(word.count, 1) + 1
                return String(String(repeating: word, count: times).prefix(max(least, most)))
            }
            return (format + words).map(JSONValue.string)
        case "integer", "number":
            let limits = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
            let bounds = (limits + ["multipleOf"]).flatMap { self[$0].compactMap(\.number) }
            let numbers: [Double] = [1, 0, 0.5] + bounds.flatMap { [$0, $0 + 1, $0 - 1] }
            return numbers.map { Int(exactly: $0).map(JSONValue.integer) ?? .number($0) }
        default: return [.bool(true), .bool(false)]
        }
    }
}

extension JSONNode {
    /// Whether it is `null`, or has neither elements nor members.
    fileprivate var isBlank: Bool {
        scalar.map(\.isNull) ?? (elements.isEmpty && members.isEmpty)
    }
}

/// The formats of texts.
enum SchemaFormat {
    /// An example of each format, and an expression for all of its texts.
    static let all: [String: (example: String, pattern: String)] = [
        "date-time": (
            "2024-05-17T09:30:00Z",
            #"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$"#
        ),
        "date": ("2024-05-17", #"^\d{4}-\d\d-\d\d$"#),
        "time": ("09:30:00Z", #"^\d\d:\d\d:\d\d"#),
        "email": ("ada@example.com", #"^[^@\s]+@[^@\s]+$"#),
        "uri": ("https://example.com/", #"^[A-Za-z][A-Za-z0-9+.-]*:\S+$"#),
        "url": ("https://example.com/", #"^[A-Za-z][A-Za-z0-9+.-]*:\S+$"#),
        "uuid": (
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
        ),
        "ipv4": ("192.0.2.1", #"^\d{1,3}(\.\d{1,3}){3}$"#),
        "byte": ("dGV4dA==", "^[A-Za-z0-9+/]*=*$"),
    ]

    /// Texts to try, since many patterns allow one of them.
    static let words =
        ["text", "Text", "TEXT", "US", "en-US", "1", "1.0", "12345678", "/text"]
        + all.values.map(\.example).sorted()
}
