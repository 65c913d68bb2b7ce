import Barricade
import BarricadeCommon
package import Foundation

extension ManifestForm {
    /// Makes a form of values that are one text, number or Boolean.
    ///
    /// - Parameters:
    ///   - wanted: What to write, for messages.
    ///   - read: Returns the value; `nil` if it is not one.
    fileprivate static func scalar(
        _ wanted: String, _ schema: JSONValue,
        read: @escaping @Sendable (JSONValue) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue
    ) -> ManifestForm {
        ManifestForm(
            read: { place in
                let value = read(place.node.value)
                if value == nil { place.wants(wanted) }
                return value
            },
            write: { JSONNode(write($0)) }, schema: { schema })
    }
}

extension ManifestForm<String> {
    /// Any text.
    static var text: ManifestForm {
        scalar("a string", ["type": "string"], read: { $0.string }, write: { .string($0) })
    }

    /// A name that is not empty.
    static var name: ManifestForm { filled("a name") }

    /// Text that is not empty.
    static func filled(_ what: String) -> ManifestForm {
        scalar(
            what, ["type": "string", "minLength": 1],
            read: { $0.string.flatMap { $0.isEmpty ? nil : $0 } }, write: { .string($0) })
    }

    /// The path of a file in the folder.
    static var file: ManifestForm {
        text.converted(
            reading: { path, place in place.file.checkPath(path, at: place) ? path : nil },
            writing: { $0 }
        ).limited(["minLength": 1, "not": ["pattern": #"^/|//|/$|(^|/)\.\.?(/|$)"#]])
    }

    /// A content type; empty text is written as `null`, no content type.
    static var contentType: ManifestForm {
        ManifestForm(
            read: { $0.node.value.isNull ? "" : name.read($0) },
            write: { $0.isEmpty ? JSONNode(.null) : JSONNode(.string($0)) },
            schema: {
                [
                    "type": ["string", "null"], "minLength": 1,
                    "not": ["type": "string", "pattern": "[\\r\\n\\u0000]"],
                ]
            })
    }
}

extension ManifestForm<Bool> {
    /// `true`; false is left out.
    static var flag: ManifestForm {
        scalar(
            "true (or no such key)", ["const": true],
            read: { $0.bool == true ? true : nil }, write: { .bool($0) })
    }
}

extension ManifestForm<Int> {
    static func integer(_ range: ClosedRange<Int>) -> ManifestForm {
        let wanted =
            range.lowerBound == range.upperBound
            ? "\(range.lowerBound)"
            : range.upperBound == .max
                ? "a whole number from \(range.lowerBound)"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        var schema: JSONValue = ["type": "integer", "minimum": .integer(range.lowerBound)]
        if range.upperBound < .max { schema["maximum"] = .integer(range.upperBound) }
        return scalar(
            wanted, schema, read: { $0.int.flatMap { range.contains($0) ? $0 : nil } },
            write: { .integer($0) })
    }
}

extension ManifestForm<Double> {
    /// A number that is not negative.
    static var number: ManifestForm {
        scalar(
            "a number from 0", ["type": "number", "minimum": 0],
            read: { $0.double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } },
            write: { number in Int(exactly: number).map(JSONValue.integer) ?? .number(number) })
    }
}

extension ManifestForm<Duration> {
    /// Seconds, exact to the nanosecond, up to about 30 years, also negative if allowed.
    static func seconds(from least: Int = 0) -> ManifestForm {
        let most = 1_000_000_000
        let range = Double(least)...Double(most)
        return scalar(
            "seconds, a number from \(least) to \(most)",
            ["type": "number", "minimum": .integer(least), "maximum": .integer(most)],
            read: { value in
                guard let seconds = value.double, range.contains(seconds) else { return nil }
                return .nanoseconds(Int64((seconds * 1e9).rounded()))
            }, write: { $0.jsonSeconds })
    }
}

extension Duration {
    /// The seconds with as few digits as nanoseconds need.
    fileprivate var jsonSeconds: JSONValue {
        let (seconds, rest) = components
        if rest == 0 { return .integer(Int(seconds)) }
        // The nearest number has a shortest text with at most as many digits.
        let nanoseconds = Double(
            rest / 1_000_000_000 + (abs(rest) % 1_000_000_000 >= 500_000_000 ? rest.signum() : 0))
        return .number((Double(seconds) * 1e9 + nanoseconds) / 1e9)
    }
}

extension ManifestForm<Data> {
    /// Bytes in base64 (RFC 4648, section 4).
    static var base64: ManifestForm {
        ManifestForm(
            read: { place in
                guard let data = place.node.value.string.flatMap({ Data(base64Encoded: $0) }) else {
                    place.note("is not base64 (RFC 4648)")
                    return nil
                }
                return data
            },
            write: { JSONNode(.string($0.base64EncodedString())) },
            schema: {
                [
                    "type": "string",
                    "pattern":
                        "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
                ]
            })
    }
}

extension ManifestForm<JSONNode> {
    /// Any JSON, as it is written.
    static var json: ManifestForm {
        ManifestForm(read: { $0.node }, write: { $0 }, schema: { [:] })
    }
}

extension ManifestForm<JSONValue> {
    /// Any JSON, for its value.
    static var value: ManifestForm {
        ManifestForm<JSONNode>.json.converted(
            reading: { node, _ in node.value }, writing: { JSONNode($0) })
    }
}

/// Bytes in a manifest: text in UTF-8, or `{"base64": …}`.
struct BytesEntry: ManifestEntry {
    var base64: Data?

    static let object = ManifestObject<BytesEntry>("bytes") {
        Key("base64", \.base64, .base64, isRequired: true)
    }

    static let form = ManifestForm<Data>.short(
        .text, or: object.form(\.base64, { BytesEntry(base64: $0) }),
        lengthened: { Data($0.utf8) }, shortened: { $0.plainText })
}

extension Data {
    /// The text, if people can read it as such; `nil` for other bytes.
    package var plainText: String? {
        guard let text = String(data: self, encoding: .utf8) else { return nil }
        return text.unicodeScalars.allSatisfy {
            $0.value >= 32 || "\t\n\r".unicodeScalars.contains($0)
        }
            ? text : nil
    }
}
