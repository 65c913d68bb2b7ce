package import Barricade

extension JSONPath {
    /// Returns the path to an element or a member.
    package func appending(_ step: Step) -> JSONPath { JSONPath(steps: steps + [step]) }

    /// The path as a JSON pointer: `/user/roles/0` (RFC 6901).
    package var pointer: String {
        steps.map { step in
            switch step {
            case .key(let key): "/\(key.replacing("~", with: "~0").replacing("/", with: "~1"))"
            case .index(let index): "/\(index)"
            case .all, .descendants: ""
            }
        }.joined()
    }

    /// Reads a JSON pointer, `/items/0/id` (RFC 6901); `nil` if the text is not one.
    ///
    /// All its steps are keys, since only the document shows which of them are indices.
    package init?(pointer text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        var steps: [Step] = []
        for token in text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst()
        {
            let escapes = token.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
            guard escapes.allSatisfy({ $0.first == "0" || $0.first == "1" }) else { return nil }
            var key = String(token)
            key.unicodeScalars.replace("~1".unicodeScalars, with: "/".unicodeScalars)
            key.unicodeScalars.replace("~0".unicodeScalars, with: "~".unicodeScalars)
            steps.append(.key(key))
        }
        self.init(steps: steps)
    }

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
