/// A pointer to a value in a JSON document: `/items/0/id` (RFC 6901).
struct JSONPointer: Sendable, Hashable {
    /// The pointer as written.
    package let text: String
    private let tokens: [String]

    /// Reads a pointer; `nil` if it does not start with a slash, or has a `~` without 0 or 1.
    init?(_ text: String) {
        self.text = text
        if text.isEmpty {
            tokens = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = text.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var tokens: [String] = []
        for part in parts {
            guard let token = Self.unescaped(part) else { return nil }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    private static func unescaped(_ part: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in part {
            switch (byte, isEscaped) {
            case (UInt8(ascii: "0"), true): bytes.append(UInt8(ascii: "~"))
            case (UInt8(ascii: "1"), true): bytes.append(UInt8(ascii: "/"))
            case (_, true): return nil
            case (UInt8(ascii: "~"), false): break
            case (_, false): bytes.append(byte)
            }
            isEscaped = byte == UInt8(ascii: "~") && !isEscaped
        }
        return isEscaped ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the value at the pointer; `nil` if there is none.
    package func value(in document: JSONValue) -> JSONValue? {
        var value = document
        for token in tokens {
            switch value {
            case .object(let members):
                guard let member = members[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = Self.index(token, in: elements) else { return nil }
                value = elements[index]
            default:
                return nil
            }
        }
        return value
    }

    /// Replaces the value at the pointer; returns false if there is none.
    package func replace(in document: inout JSONValue, with value: JSONValue) -> Bool {
        guard let changed = Self.replacing(tokens[...], in: document, with: value) else {
            return false
        }
        document = changed
        return true
    }

    private static func replacing(
        _ tokens: ArraySlice<String>, in document: JSONValue, with value: JSONValue
    ) -> JSONValue? {
        guard let token = tokens.first else { return value }
        switch document {
        case .object(var members):
            guard let member = members[token],
                let changed = replacing(tokens.dropFirst(), in: member, with: value)
            else { return nil }
            members[token] = changed
            return .object(members)
        case .array(var elements):
            guard let index = index(token, in: elements),
                let changed = replacing(tokens.dropFirst(), in: elements[index], with: value)
            else { return nil }
            elements[index] = changed
            return .array(elements)
        default:
            return nil
        }
    }

    /// Returns the index in a token, without leading zeros; `nil` if there is no such element.
    private static func index(_ token: String, in elements: [JSONValue]) -> Int? {
        guard let index = Int(token), elements.indices.contains(index), "\(index)" == token else {
            return nil
        }
        return index
    }
}
