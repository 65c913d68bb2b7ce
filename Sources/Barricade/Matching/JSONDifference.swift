/// A place at which JSON is not as expected, with the wanted and the found value.
struct JSONDifference {
    enum Kind {
        /// `nil` means no value.
        case value(wanted: JSONValue?, found: JSONValue?)
        case count(wanted: Int, found: Int)
        case elements
    }

    private let kind: Kind
    /// The path to the place, innermost step first.
    private var steps: [JSONPlace.Step] = []

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Returns the same difference in an outer value, below a key or an index.
    func at(_ step: JSONPlace.Step) -> JSONDifference {
        var difference = self
        difference.steps.append(step)
        return difference
    }

    private var path: String { JSONPlace(steps: steps.reversed()).description.shortened }

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
}
