import Barricade
import BarricadeCommon

/// A kind of value in a manifest: how it is read and written, and its JSON Schema.
///
/// It is a class, since the closures of keys, lists and other forms keep it.
final class ManifestForm<Value>: Sendable {
    /// Reads a value; `nil`, with a note at the place, if it is not one.
    let read: @Sendable (ManifestPlace) -> Value?
    let write: @Sendable (Value) -> JSONNode
    let schema: @Sendable () -> JSONValue

    init(
        read: @escaping @Sendable (ManifestPlace) -> Value?,
        write: @escaping @Sendable (Value) -> JSONNode,
        schema: @escaping @Sendable () -> JSONValue
    ) {
        self.read = read
        self.write = write
        self.schema = schema
    }
}

extension ManifestForm {
    /// Returns the form for values of another type.
    ///
    /// - Parameter reading: Makes the other value; `nil`, with a note, if it cannot.
    func converted<Other>(
        reading: @escaping @Sendable (Value, ManifestPlace) -> Other?,
        writing: @escaping @Sendable (Other) -> Value
    ) -> ManifestForm<Other> {
        ManifestForm<Other>(
            read: { [read] place in read(place).flatMap { reading($0, place) } },
            write: { [write] in write(writing($0)) }, schema: schema)
    }

    /// Returns the form with a schema that refers to a definition.
    func named(_ name: String) -> ManifestForm {
        ManifestForm(
            read: read, write: write,
            schema: { ["$ref": .string("#/definitions/\(name)")] })
    }

    /// Returns the form with more rules in its schema.
    func limited(_ limits: [String: JSONValue]) -> ManifestForm {
        ManifestForm(
            read: read, write: write,
            schema: { [schema] in
                .object((schema().object ?? [:]).merging(limits) { _, limit in limit })
            })
    }

    /// Makes a form whose values are written as an object, or in a short form if possible.
    static func short<Short>(
        _ short: ManifestForm<Short>, or full: ManifestForm,
        lengthened: @escaping @Sendable (Short) -> Value,
        shortened: @escaping @Sendable (Value) -> Short?
    ) -> ManifestForm {
        ManifestForm(
            read: { place in
                if place.node.isObject { return full.read(place) }
                return short.read(place).map(lengthened)
            },
            write: { value in shortened(value).map(short.write) ?? full.write(value) },
            schema: { ["anyOf": [short.schema(), full.schema()]] })
    }

    /// Makes a form of named values.
    ///
    /// - Parameter meant: Returns the name to suggest for an unknown text or number.
    static func choice(
        _ what: String, of values: [(name: String, value: Value)],
        correction: @escaping @Sendable (String) -> String? = { _ in nil }
    ) -> ManifestForm where Value: Equatable & Sendable {
        let names = values.map(\.name)
        return ManifestForm(
            read: { place in
                guard let name = place.node.value.string else {
                    let correction = place.node.value.int.flatMap { correction(String($0)) }
                    place.wants(correction.map { "the string \"\($0)\"" } ?? "a string")
                    return nil
                }
                if let value = values.first(where: { $0.name == name })?.value { return value }
                if let correction = correction(name) {
                    place.note("knows no \(what) \"\(name.shortened)\": write \"\(correction)\"")
                    return nil
                }
                place.note(
                    """
                    knows no \(what) "\(name.shortened)". \
                    \(NameSuggestion.known(nearestTo: name, among: names))
                    """)
                return nil
            },
            write: { value in
                JSONNode(.string(values.first { $0.value == value }?.name ?? ""))
            },
            schema: { ["enum": .array(names.map(JSONValue.string))] })
    }

    /// The form of a list of such values.
    ///
    /// - Parameter example: A list, for messages, if people may expect something else.
    func list(
        _ what: String, atLeast least: Int = 0, like example: String? = nil
    ) -> ManifestForm<[Value]> {
        ManifestForm<[Value]>(
            read: { [read] place in
                guard let elements = place.elements(like: example) else { return nil }
                if elements.count < least { place.note("wants at least one \(what)") }
                var values: [Value] = []
                values.reserveCapacity(elements.count)
                for index in 0..<elements.count {
                    if let value = read(elements[index]) { values.append(value) }
                }
                return values
            },
            write: { [write] in JSONNode(elements: $0.map(write)) },
            schema: { [schema] in
                ["type": "array", "items": schema(), "minItems": .integer(least)]
            })
    }
}
