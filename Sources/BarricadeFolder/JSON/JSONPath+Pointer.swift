package import Barricade

extension JSONPath {
    /// Returns the path to an element or a member.
    package func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

    /// Returns the one value at the end of a path of keys and indices; `nil` if there is none.
    package func value(in document: JSONValue) -> JSONValue? {
        steps.reduce(document) { value, step in value.flatMap { $0[step] } }
    }

    /// Replaces the value at the end of a path of keys and indices; returns false if there is none.
    package func replace(in document: inout JSONValue, with value: JSONValue) -> Bool {
        guard self.value(in: document) != nil else { return false }
        Self.replace(steps[...], in: &document, with: value)
        return true
    }

    private static func replace(
        _ steps: ArraySlice<Step>, in document: inout JSONValue, with value: JSONValue
    ) {
        guard let step = steps.first, var child = document[step] else {
            document = value
            return
        }
        replace(steps.dropFirst(), in: &child, with: value)
        document[step] = child
    }
}

extension JSONValue {
    /// The element or member at a step; a key may also be the index of an element.
    fileprivate subscript(step: JSONPath.Step) -> JSONValue? {
        get {
            switch step {
            case .key(let key): self[key] ?? Self.index(key).flatMap { self[$0] }
            case .index(let index): self[index]
            case .all, .descendants: nil
            }
        }
        set {
            switch step {
            case .key(let key):
                self[key] = newValue
                if let index = Self.index(key) { self[index] = newValue }
            case .index(let index): self[index] = newValue
            case .all, .descendants: break
            }
        }
    }

    /// Returns the index in a token of a pointer, which has no leading zeros.
    private static func index(_ token: String) -> Int? {
        Int(token).flatMap { "\($0)" == token ? $0 : nil }
    }
}
