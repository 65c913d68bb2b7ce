import Barricade

extension Shape.Kind {
    /// The type for messages.
    var name: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .text: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Shape {
    /// The types for messages: `text or null`.
    var typeNames: String {
        let kinds = kinds.keys.filter { $0 != .null }.ordered(by: \.rawValue)
        return (kinds.map(\.name) + (self.kinds[.null] == nil ? [] : ["null"])).alternatives
    }

    /// The formats for messages: `a date or empty text`.
    var formatNames: String { formats.map(\.name).sorted().alternatives }

    /// Returns the type of a value that has none of the types, for messages.
    func name(ofUnknown value: JSONValue) -> String {
        let kind = Kind(value)
        guard case .string(let text) = value else { return kind.name }
        if kinds[.number] != nil, Double(text) != nil { return "a number as text" }
        if kinds[.bool] != nil, ["true", "false"].contains(text) { return "true or false as text" }
        return kind.name
    }

    /// Returns the documents that have values of a type here.
    func sources(of kind: Kind) -> Sources { kinds[kind] ?? Sources() }

    /// Returns whether texts may have a format.
    ///
    /// Empty texts say nothing of the others.
    func accepts(_ format: TextFormat) -> Bool {
        formats.contains(format) || formats.contains(.other) || formats == [.empty]
    }
}

extension [String] {
    /// The texts as alternatives: `a, b or c`; the first eight of them.
    var alternatives: String {
        guard let last, count > 1 else { return first ?? "nothing" }
        if count > 8 { return prefix(8).joined(separator: ", ") + " or one of \(count - 8) more" }
        return dropLast().joined(separator: ", ") + " or \(last)"
    }
}
