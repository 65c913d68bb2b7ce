package import Barricade

extension JSONPath {
    /// The reason why a text is not a path, as the end of a sentence.
    package struct Fault: Error {
        package let reason: String
    }

    /// Reads a path without filters and slices.
    package init(_ text: String) throws(Fault) {
        guard text.first == "$" else {
            let correction = JSONPath(pointer: text).map { "\($0.withIndices)" } ?? "$.\(text)"
            throw Fault(reason: "it must start with $; write \(correction.debugDescription)")
        }
        var steps: [Step] = []
        var rest = text.unicodeScalars.dropFirst()
        while let next = rest.popFirst() {
            switch next {
            case "." where rest.first == ".":
                rest.removeFirst()
                steps.append(.descendants)
                if rest.first != "[" { steps.append(try Self.key(&rest)) }
            case ".": steps.append(try Self.key(&rest))
            case "[": steps.append(try Self.selector(&rest))
            default: throw Fault(reason: "a name must follow a dot")
            }
        }
        self.init(steps: steps)
    }

    /// The path with an index for each key that may be an index.
    private var withIndices: JSONPath {
        JSONPath(
            steps: steps.map { step in
                if case .key(let key) = step, let index = Int(key) { .index(index) } else { step }
            })
    }

    private static func key(_ rest: inout Substring.UnicodeScalarView) throws(Fault) -> Step {
        let name = take(from: &rest) { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { throw Fault(reason: "a name is missing after a dot") }
        return name == "*" ? .all : .key(name)
    }

    /// Reads an index, `*`, or a quoted name, and the bracket after it.
    private static func selector(_ rest: inout Substring.UnicodeScalarView) throws(Fault) -> Step {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            var name = ""
            while let next = rest.popFirst(), next != quote {
                // A backslash escapes a quotation mark or backslash in a name.
                name.unicodeScalars.append(next == "\\" ? rest.popFirst() ?? next : next)
            }
            guard rest.popFirst() == "]" else { throw Fault(reason: "a bracket is not closed") }
            return .key(name)
        }
        let text = take(from: &rest) { $0 != "]" }
        guard rest.popFirst() == "]" else { throw Fault(reason: "a bracket is not closed") }
        if text == "*" { return .all }
        guard let index = Int(text) else {
            throw Fault(reason: "\"[\(text.shortened)]\" is neither an index, * nor a quoted name")
        }
        return .index(index)
    }

    private static func take(
        from rest: inout Substring.UnicodeScalarView, while isPart: (Unicode.Scalar) -> Bool
    ) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(part)
    }
}

extension JSONPath {
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
            if !escapes.isEmpty {
                key.unicodeScalars.replace("~1".unicodeScalars, with: "/".unicodeScalars)
                key.unicodeScalars.replace("~0".unicodeScalars, with: "~".unicodeScalars)
            }
            steps.append(.key(key))
        }
        self.init(steps: steps)
    }
}

// MARK: - Walks

extension JSONPath {
    /// The progress of several paths on the way from a document to one of its values.
    package struct Walk: Sendable {
        /// The rest of each path that leads to this value or beyond.
        private var rests: [ArraySlice<Step>]

        /// Starts at the document.
        package init(_ paths: [JSONPath]) {
            rests = paths.map { $0.steps[...] }
        }

        /// Whether no path leads to this value or beyond.
        package var isEmpty: Bool { rests.isEmpty }

        /// Whether a path ends at this value.
        package var isAtEnd: Bool { !rests.isEmpty && rests.contains { $0.isEmpty } }

        /// Returns the walk to a member of this value.
        package func entering(member key: String) -> Walk {
            entering { $0 == .key(key) }
        }

        /// Returns the walk to an element of this value.
        package func entering(element index: Int, of count: Int) -> Walk {
            entering { $0 == .index(index) || $0 == .index(index - count) }
        }

        private func entering(_ isStep: (Step) -> Bool) -> Walk {
            guard !rests.isEmpty else { return self }
            var walk = self
            walk.rests = rests.flatMap { rest -> [ArraySlice<Step>] in
                let isDeep = rest.first == .descendants
                let next = isDeep ? rest.dropFirst() : rest
                guard let step = next.first, step == .all || isStep(step) else {
                    return isDeep ? [rest] : []
                }
                return isDeep ? [rest, next.dropFirst()] : [next.dropFirst()]
            }
            return walk
        }
    }
}
