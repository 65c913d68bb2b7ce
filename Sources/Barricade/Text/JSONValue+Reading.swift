extension JSONValue {
    /// The member of an object: `value["user"]?["name"]`; `nil` if there is none.
    ///
    /// Setting it to `nil` removes the member. A value that is no object stays as it is.
    public subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard var members = object else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element of an array, from 0: `value[0]`; `nil` if there is none.
    ///
    /// Setting it to `nil` removes the element. A value that is no array, or an array without that
    /// element, stays as it is.
    public subscript(index: Int) -> JSONValue? {
        get {
            guard let array, array.indices.contains(index) else { return nil }
            return array[index]
        }
        set {
            guard var elements = array, elements.indices.contains(index) else { return }
            if let newValue { elements[index] = newValue } else { elements.remove(at: index) }
            self = .array(elements)
        }
    }

    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The value as a Boolean; `nil` for any other value, including 1 and 0.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The value as an integer, also if it is 1.0; `nil` if it is not an integer, or does not fit
    /// `Int`.
    public var int: Int? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The value as a number; `nil` for any other value.
    public var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .largeInteger(let integer): Double(integer.digits)
        default: nil
        }
    }

    /// The value as text; `nil` for any other value.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The elements of an array; `nil` for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self, !isTooDeep { elements.values } else { nil }
    }

    /// The members of an object; `nil` for any other value.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self, !isTooDeep { members.values } else { nil }
    }
}
