/// A place in a JSON document: `$.user.roles[0]` (RFC 9535).
package struct JSONPlace: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// Every element or member.
        case all
    }

    package var steps: [Step] = []

    package init(steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns the place of an element or a member.
    package func appending(_ step: Step) -> JSONPlace { JSONPlace(steps: steps + [step]) }
}

extension JSONPlace: CustomStringConvertible {
    package var description: String {
        steps.reduce("$") { path, step in
            switch step {
            case .index(let index): "\(path)[\(index)]"
            case .all: "\(path)[*]"
            case .key(let key) where key.isPlainName: "\(path).\(key)"
            case .key(let key): "\(path)[\(key.debugDescription)]"
            }
        }
    }
}

extension String {
    /// Whether it may follow a dot in a JSONPath.
    fileprivate var isPlainName: Bool {
        guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_": true
            default: !scalar.isASCII
            }
        }
    }
}
