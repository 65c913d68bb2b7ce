extension JSONValue {
    /// The kind, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number, .largeInteger: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
