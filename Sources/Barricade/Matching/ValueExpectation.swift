/// What a matcher expects of a query item's or header field's value.
public struct ValueExpectation: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case present
        case absent
        case equal(String)
        case prefix(String)
        case containing(String)
    }

    let kind: Kind

    /// Any value, also none: `?debug` and `?debug=1`.
    public static let present = ValueExpectation(kind: .present)

    /// No such item or field at all.
    public static let absent = ValueExpectation(kind: .absent)

    /// Exactly this value.
    public static func equal(_ value: String) -> ValueExpectation {
        ValueExpectation(kind: .equal(value))
    }

    /// A value that starts with this text, such as `Bearer `.
    public static func prefix(_ text: String) -> ValueExpectation {
        ValueExpectation(kind: .prefix(text))
    }

    /// A value that holds this text anywhere.
    public static func containing(_ text: String) -> ValueExpectation {
        ValueExpectation(kind: .containing(text))
    }

    /// Whether one of the values is as expected; an item that occurs without a value counts as "".
    func accepts(_ values: [String]) -> Bool {
        switch kind {
        case .present: !values.isEmpty
        case .absent: values.isEmpty
        case .equal(let value): values.contains(value)
        case .prefix(let text): values.contains { $0.hasPrefix(text) }
        case .containing(let text): values.contains { text.isEmpty || $0.contains(text) }
        }
    }
}

extension ValueExpectation: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .present: "present"
        case .absent: "absent"
        case .equal(let value): value.isEmpty ? "empty" : value
        case .prefix(let text): "\(text)…"
        case .containing(let text): "…\(text)…"
        }
    }
}
