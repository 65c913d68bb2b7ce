/// A path to values in a JSON document: `$.user.roles[0]`, `$.items[*].id`, `$..id` (RFC 9535).
package struct JSONPath: Sendable, Hashable {
    /// A step from a value to some of those in it.
    package enum Step: Sendable, Hashable {
        case key(String)
        /// A negative index counts from the end.
        case index(Int)
        /// Every element or member.
        case all
        /// The value itself and all in it, at any depth; another step follows.
        case descendants
    }

    package var steps: [Step]

    package init(steps: [Step] = []) {
        self.steps = steps
    }

    /// Whether a value there may be secret, by the names on the way to it.
    package var isSecret: Bool {
        steps.contains { if case .key(let key) = $0 { Secrets.isSecret(key) } else { false } }
    }
}

extension JSONPath: CustomStringConvertible {
    package var description: String {
        steps.reduce(into: "$") { path, step in
            switch step {
            case .index(let index): path += "[\(index)]"
            case .all: path += "[*]"
            case .descendants: path += ".."
            case .key(let key) where key.isPlainName:
                if !path.hasSuffix("..") { path += "." }
                path += key
            case .key(let key): path += "[\(key.debugDescription)]"
            }
        }
    }
}

extension String {
    /// Whether it may follow a dot in a path.
    fileprivate var isPlainName: Bool {
        guard let first = utf8.first, !first.isDigit else { return false }
        return utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") || $0 >= 0x80 }
    }
}
