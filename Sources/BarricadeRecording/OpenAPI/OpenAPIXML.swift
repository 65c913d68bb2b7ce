import Barricade
import BarricadeCommon
import BarricadeFolder

/// A value in XML, by the words of its schema.
struct OpenAPIXML {
    let checker: SchemaChecker

    /// Returns a document; its root has the name of the schema.
    func text(of value: SchemaValue, _ schemas: [JSONNode]) -> String {
        let name = schemas.first?.reference?.split(separator: "/").last.map(String.init)
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
            + element(value, named: name ?? "root", try? checker.parts(of: schemas))
    }

    private func element(
        _ value: SchemaValue, named name: String, _ schemas: SchemaParts?
    ) -> String {
        let own = schemas?.xml("name") ?? name
        let prefix = schemas?.xml("prefix")
        let tag = prefix.map { "\($0):\(own)" } ?? own
        let space = schemas?.xml("namespace").map {
            attribute(prefix.map { "xmlns:\($0)" } ?? "xmlns", $0)
        }
        var start = tag + (space ?? "")
        var inner = Entities.encoded(text(of: value))
        for (step, part) in value.parts {
            let schemas = schemas.flatMap { try? checker.parts(of: step, in: $0).get() }
            let key = step.key ?? own
            if step.key != nil, schemas?.isXML("attribute", "attribute") == true {
                start += attribute(schemas?.xml("name") ?? key, text(of: part))
            } else {
                inner += element(part, named: key, schemas)
            }
        }
        let isBare = value.node.isArray && schemas?.isXML("element", "wrapped") != true
        return isBare ? inner : "<\(start)>\(inner)</\(tag)>"
    }

    private func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(Entities.encoded(value))\""
    }

    /// Returns the text of a scalar; empty for other values.
    private func text(of value: SchemaValue) -> String { value.node.string ?? value.node.token }
}

extension SchemaParts {
    /// Returns a word of the schemas about their element.
    fileprivate func xml(_ key: String) -> String? {
        self["xml"].lazy.compactMap { $0[key]?.string }.first
    }

    /// Returns whether it is an attribute, or an element around others.
    fileprivate func isXML(_ type: String, _ older: String) -> Bool {
        self["xml"].contains { $0.isTrue(older) || $0["nodeType"]?.string == type }
    }
}
