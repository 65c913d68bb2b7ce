import Barricade
import Foundation

/// A validator of HAR files against the fields of the 1.2 specification.
struct HARValidator: Sendable {
    private enum Kind: Sendable {
        case text
        case integer
        case number
        case date
        case object([Field])
        case array([Field])
    }

    private struct Field: Sendable {
        let name: String
        let kind: Kind
        var isRequired = true
    }

    private(set) var faults: [String] = []

    /// Checks a file; fields whose names start with an underscore are the exporter's own.
    init(_ data: Data) {
        do {
            let root = try JSONDecoder().decode(JSONValue.self, from: data)
            check(root, Self.root, at: "$")
        } catch {
            faults.append("it is not JSON")
        }
    }

    private mutating func check(_ value: JSONValue, _ fields: [Field], at path: String) {
        guard let members = value.object else {
            faults.append("\(path) is no object")
            return
        }
        for field in fields {
            guard let member = members[field.name] else {
                if field.isRequired { faults.append("\(path).\(field.name) is missing") }
                continue
            }
            check(member, field.kind, at: "\(path).\(field.name)")
        }
        let names = Set(fields.map(\.name) + ["comment"])
        for name in members.keys.sorted() where !names.contains(name) && !name.hasPrefix("_") {
            faults.append("\(path).\(name) is not in the specification")
        }
    }

    private mutating func check(_ value: JSONValue, _ kind: Kind, at path: String) {
        switch (kind, value) {
        case (.text, .string), (.integer, .integer), (.number, .integer), (.number, .number):
            break
        case (.date, .string(let text)):
            if text.wholeMatch(of: Self.date) == nil { faults.append("\(path) is no date") }
        case (.object(let fields), .object):
            check(value, fields, at: path)
        case (.array(let fields), .array(let elements)):
            for (index, element) in elements.values.enumerated() {
                check(element, fields, at: "\(path)[\(index)]")
            }
        default:
            faults.append("\(path) is of another type")
        }
    }

    private static var date: Regex<Substring> {
        /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)/
    }

    private static let root = [Field(name: "log", kind: .object(log))]

    private static let log = [
        Field(name: "version", kind: .text),
        Field(
            name: "creator",
            kind: .object([
                Field(name: "name", kind: .text), Field(name: "version", kind: .text),
            ])),
        Field(name: "pages", kind: .array([]), isRequired: false),
        Field(name: "entries", kind: .array(entry)),
    ]

    private static let entry = [
        Field(name: "startedDateTime", kind: .date),
        Field(name: "time", kind: .number),
        Field(name: "request", kind: .object(request)),
        Field(name: "response", kind: .object(response)),
        Field(name: "cache", kind: .object([])),
        Field(
            name: "timings",
            kind: .object([
                Field(name: "send", kind: .number), Field(name: "wait", kind: .number),
                Field(name: "receive", kind: .number),
            ])),
    ]

    private static let pair = [Field(name: "name", kind: .text), Field(name: "value", kind: .text)]

    private static let request = [
        Field(name: "method", kind: .text), Field(name: "url", kind: .text),
        Field(name: "httpVersion", kind: .text), Field(name: "cookies", kind: .array(pair)),
        Field(name: "headers", kind: .array(pair)), Field(name: "queryString", kind: .array(pair)),
        Field(
            name: "postData",
            kind: .object([
                Field(name: "mimeType", kind: .text), Field(name: "params", kind: .array(pair)),
                Field(name: "text", kind: .text),
            ]), isRequired: false),
        Field(name: "headersSize", kind: .integer), Field(name: "bodySize", kind: .integer),
    ]

    private static let response = [
        Field(name: "status", kind: .integer), Field(name: "statusText", kind: .text),
        Field(name: "httpVersion", kind: .text), Field(name: "cookies", kind: .array(pair)),
        Field(name: "headers", kind: .array(pair)),
        Field(
            name: "content",
            kind: .object([
                Field(name: "size", kind: .integer), Field(name: "mimeType", kind: .text),
                Field(name: "text", kind: .text, isRequired: false),
                Field(name: "encoding", kind: .text, isRequired: false),
            ])),
        Field(name: "redirectURL", kind: .text), Field(name: "headersSize", kind: .integer),
        Field(name: "bodySize", kind: .integer),
    ]
}
