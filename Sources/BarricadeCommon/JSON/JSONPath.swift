import Barricade

/// A path to values in a JSON document: `$.items[*].id`, `$..id` (RFC 9535, without filters and
/// slices).
package struct JSONPath: Sendable, Hashable {
    /// A step from a value to some of those in it.
    enum Step: Sendable, Hashable {
        case member(String)
        /// A negative index counts from the end.
        case element(Int)
        case all
        /// The value itself and all in it, at any depth; always followed by another step.
        case descendants
    }

    /// The reason why a text is not such a path, as the end of a sentence.
    package struct Fault: Error {
        package let reason: String
    }

    let steps: [Step]

    /// Reads a path.
    package init(_ text: String) throws(Fault) {
        guard text.first == "$" else {
            let meant = text.hasPrefix("/") ? Self.meant(by: text) : "$.\(text)"
            throw Fault(reason: "it must start with $; write \(meant.debugDescription)")
        }
        var steps: [Step] = []
        var rest = text.unicodeScalars.dropFirst()
        while let next = rest.popFirst() {
            switch next {
            case "." where rest.first == ".":
                rest.removeFirst()
                steps.append(.descendants)
                if rest.first != "[" { steps.append(try Self.member(&rest)) }
            case ".": steps.append(try Self.member(&rest))
            case "[": steps.append(try Self.selector(&rest))
            default: throw Fault(reason: "a name must follow a dot")
            }
        }
        self.steps = steps
    }

    /// Returns a JSON pointer as a path, for a message.
    private static func meant(by pointer: String) -> String {
        pointer.split(separator: "/").reduce("$") { path, token in
            Int(token).map { "\(path)[\($0)]" } ?? "\(path).\(token)"
        }
    }

    private static func member(_ rest: inout Substring.UnicodeScalarView) throws(Fault) -> Step {
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard !name.isEmpty else { throw Fault(reason: "a name is missing after a dot") }
        return name == "*" ? .all : .member(name)
    }

    /// Reads what stands between brackets: an index, `*`, or a quoted name.
    private static func selector(_ rest: inout Substring.UnicodeScalarView) throws(Fault) -> Step {
        guard let quote = rest.first, quote == "'" || quote == "\"" else {
            let text = String(rest.prefix { $0 != "]" })
            rest = rest.dropFirst(text.unicodeScalars.count)
            guard rest.popFirst() == "]" else { throw Fault(reason: "a bracket is not closed") }
            if text == "*" { return .all }
            guard let index = Int(text) else {
                throw Fault(
                    reason: "\"[\(text.shortened)]\" is neither an index, * nor a quoted name")
            }
            return .element(index)
        }
        rest.removeFirst()
        var name = ""
        while let next = rest.popFirst(), next != quote {
            // A quotation mark or backslash in a name follows a backslash.
            name.unicodeScalars.append(next == "\\" ? rest.popFirst() ?? next : next)
        }
        guard rest.popFirst() == "]" else { throw Fault(reason: "a bracket is not closed") }
        return .member(name)
    }
}
