/// A place at which JSON is not as expected, with the wanted and the found value.
struct JSONDifference {
    enum Kind {
        /// `nil` means no value.
        case value(wanted: JSONValue?, found: JSONValue?)
        case count(wanted: Int, found: Int)
        case elements
    }

    enum Step {
        case key(String)
        case index(Int)
    }

    private let kind: Kind
    /// The path to the place, innermost step first.
    private var steps: [Step] = []

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Returns the same difference in an outer value, below a key or an index.
    func at(_ step: Step) -> JSONDifference {
        var difference = self
        difference.steps.append(step)
        return difference
    }

    /// The place as a JSONPath: `$.user.roles[0]` (RFC 9535).
    var path: String {
        steps.reversed().reduce("$") { path, step in
            switch step {
            case .index(let index): "\(path)[\(index)]"
            case .key(let key) where key.isPlainName: "\(path).\(key)"
            case .key(let key): "\(path)[\(key.debugDescription)]"
            }
        }
        .shortened
    }

    /// Whether to hide the values: a whole body, or a value with a secret-looking name.
    private var isSecret: Bool {
        steps.isEmpty
            || steps.contains {
                if case .key(let key) = $0 { Secrets.isSecret(key) } else { false }
            }
    }

    /// The difference in words: `"admin" at $.user.role` and `"guest"`.
    var inWords: Difference {
        let (wants, got) = words
        return Difference(wants: "\(wants) at \(path)", got: got)
    }

    private var words: (wants: String, got: String) {
        switch kind {
        case .value(let wanted?, let found?):
            guard isSecret else { return (wanted.shown, found.shown) }
            return wanted.kind == found.kind
                ? ("the value given", "another value") : (wanted.kind, found.kind)
        case .value(let wanted?, nil):
            return (isSecret ? "the value given" : wanted.shown, "none")
        case .value(nil, let found):
            return ("nothing", found.map { isSecret ? "a value" : $0.shown } ?? "none")
        case .count(let wanted, let found):
            return ("\(wanted) \(wanted == 1 ? "element" : "elements")", "\(found)")
        case .elements:
            return ("the elements given", "others")
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

extension JSONValue {
    /// The value for messages: text with masked secrets, containers by their size.
    fileprivate var shown: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .largeInteger(let integer): integer.digits.shortened
        case .string(let string): Secrets.masked(value: string).shortened.debugDescription
        case .array(let elements):
            "an array of \(elements.count) element\(elements.count == 1 ? "" : "s")"
        case .object: "an object"
        }
    }

    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number, .largeInteger: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
