extension JSONValue {
    /// The value with tokens masked, and also values with secret-looking names.
    var masked: JSONValue {
        switch self {
        case .string(let text): .string(Secrets.masked(value: text))
        case .array(let elements): .array(elements.map(\.masked))
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, Secrets.isSecret(name) ? .string(Secrets.mask) : value.masked)
                    }))
        default: self
        }
    }
}
