import Barricade
import BarricadeCommon
package import Foundation

extension ManifestForm<String> {
    /// Any text.
    static var text: ManifestForm {
        ManifestForm(
            read: { place in
                guard let text = place.node.value.string else {
                    place.wants("a string")
                    return nil
                }
                return text
            },
            write: { JSONNode(.string($0)) }, schema: { ["type": "string"] })
    }

    /// A name that is not empty.
    package static var name: ManifestForm { filled("a name") }

    /// Text that is not empty.
    static func filled(_ what: String) -> ManifestForm {
        ManifestForm(
            read: { place in
                guard let name = place.node.value.string, !name.isEmpty else {
                    place.wants(what)
                    return nil
                }
                return name
            },
            write: { JSONNode(.string($0)) }, schema: { ["type": "string", "minLength": 1] })
    }

    /// The path of a file in the folder.
    static var file: ManifestForm {
        text.converted(
            reading: { path, place in place.file.checkPath(path, at: place) ? path : nil },
            writing: { $0 }
        ).limited(["minLength": 1, "not": ["pattern": #"^/|//|/$|(^|/)\.\.?(/|$)"#]])
    }

    /// A content type; empty text is written as `null`, no content type.
    package static var contentType: ManifestForm {
        ManifestForm(
            read: { $0.node.value.isNull ? "" : name.read($0) },
            write: { $0.isEmpty ? JSONNode(.null) : JSONNode(.string($0)) },
            schema: { ["type": ["string", "null"], "minLength": 1] })
    }
}

extension ManifestForm<Bool> {
    /// `true`; false is left out.
    static var flag: ManifestForm {
        ManifestForm(
            read: { place in
                guard place.node.value.bool == true else {
                    place.wants("true (or no such key)")
                    return nil
                }
                return true
            },
            write: { JSONNode(.bool($0)) }, schema: { ["const": true] })
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
        return ManifestForm(
            read: { place in
                guard let number = place.node.value.int, range.contains(number) else {
                    place.wants(wanted)
                    return nil
                }
                return number
            },
            write: { JSONNode(.integer($0)) },
            schema: {
                var schema: JSONValue = ["type": "integer", "minimum": .integer(range.lowerBound)]
                if range.upperBound < .max { schema["maximum"] = .integer(range.upperBound) }
                return schema
            })
    }
}

extension ManifestForm<Double> {
    /// A number that is not negative.
    static var number: ManifestForm {
        ManifestForm(
            read: { place in
                guard let number = place.node.value.double, number >= 0, number.isFinite else {
                    place.wants("a number from 0")
                    return nil
                }
                return number
            },
            write: { number in
                JSONNode(Int(exactly: number).map(JSONValue.integer) ?? .number(number))
            },
            schema: { ["type": "number", "minimum": 0] })
    }
}

extension ManifestForm<Duration> {
    /// Seconds, exact to the nanosecond, up to about 30 years, also negative if allowed.
    static func seconds(from least: Int = 0) -> ManifestForm {
        let most = 1_000_000_000
        return ManifestForm(
            read: { place in
                guard let seconds = place.node.value.double,
                    seconds >= Double(least), seconds <= Double(most)
                else {
                    place.wants("seconds, a number from \(least) to \(most)")
                    return nil
                }
                return .nanoseconds(Int64((seconds * 1e9).rounded()))
            },
            write: { JSONNode($0.jsonSeconds) },
            schema: {
                ["type": "number", "minimum": .integer(least), "maximum": .integer(most)]
            })
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
    package static var json: ManifestForm {
        ManifestForm(read: { $0.node }, write: { $0 }, schema: { [:] })
    }
}

extension ManifestForm<JSONValue> {
    /// Any JSON, for its value.
    package static var value: ManifestForm {
        ManifestForm<JSONNode>.json.converted(
            reading: { node, _ in node.value }, writing: { JSONNode($0) })
    }
}

/// Bytes in a manifest: text in UTF-8, or `{"base64": …}`.
struct BytesEntry: ManifestEntry {
    var base64: Data?

    static let object = ManifestObject<BytesEntry>("bytes") {
        ManifestKey("base64", \.base64, .base64, isRequired: true)
    }

    static let form = ManifestForm<Data>.short(
        .text,
        or: object.form.converted(
            reading: { entry, _ in entry.base64 }, writing: { BytesEntry(base64: $0) }),
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
