/// Whether the order of JSON arrays matters to a matcher.
public enum ArrayOrder: Sendable, Hashable {
    /// Elements match one by one.
    case asWritten
    /// Each element expected matches another one found, wherever it stands.
    case any
}

/// What a matcher expects of a JSON body.
struct JSONExpectation: Sendable, Hashable {
    let value: JSONValue
    let order: ArrayOrder
    /// Whether objects have no other members than the ones expected.
    let isExact: Bool

    /// Says where a value is not, or does not hold, what is expected; `nil` if it does.
    ///
    /// Arrays have as many elements as expected. Numbers compare as numbers, and `null` is a value
    /// that has to be there.
    func difference(of found: JSONValue) -> JSONDifference? {
        difference(of: found, from: value)
    }

    private func difference(of found: JSONValue, from wanted: JSONValue) -> JSONDifference? {
        switch (found, wanted) {
        case (.object(let found), .object(let wanted)):
            return difference(of: found, from: wanted)
        case (.array(let found), .array(let wanted)):
            guard found.count == wanted.count else {
                return JSONDifference(.count(wanted: wanted.count, found: found.count))
            }
            guard order == .asWritten else {
                return pairs(found, wanted) ? nil : JSONDifference(.elements)
            }
            for (index, (element, value)) in zip(found, wanted).enumerated() {
                if let difference = difference(of: element, from: value) {
                    return difference.at(.index(index))
                }
            }
            return nil
        default:
            return Self.areEqual(found, wanted)
                ? nil : JSONDifference(.value(wanted: wanted, found: found))
        }
    }

    private func difference(
        of found: [String: JSONValue], from wanted: [String: JSONValue]
    ) -> JSONDifference? {
        for key in wanted.keys.sorted() {
            let (member, value) = (found[key], wanted[key])
            guard let member, let value else {
                return JSONDifference(.value(wanted: value, found: member)).at(.key(key))
            }
            if let difference = difference(of: member, from: value) {
                return difference.at(.key(key))
            }
        }
        guard isExact, found.count > wanted.count,
            let other = found.keys.filter({ wanted[$0] == nil }).min()
        else { return nil }
        return JSONDifference(.value(wanted: nil, found: found[other])).at(.key(other))
    }

    private static func areEqual(_ found: JSONValue, _ wanted: JSONValue) -> Bool {
        switch (found, wanted) {
        case (.integer(let integer), .number(let number)),
            (.number(let number), .integer(let integer)):
            Int(exactly: number) == integer
        case (.largeInteger(let integer), .number(let number)),
            (.number(let number), .largeInteger(let integer)):
            integer.isEqual(to: number)
        default:
            found == wanted
        }
    }

    /// Whether every element wanted has one found for itself, as many of the one as of the other.
    private func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        // Only an equal one can be the partner of a value that holds no others: counting will do,
        // but for large numbers that are written in two ways.
        let isExact = ![found, wanted].joined().contains(where: \.isLargeDouble)
        let isCounted = { (value: JSONValue) in !value.isContainer && (isExact || !value.isLarge) }
        let counts = (
            Self.scalarCounts(found.filter(isCounted)), Self.scalarCounts(wanted.filter(isCounted))
        )
        guard counts.0 == counts.1 else { return false }
        let (found, wanted) = (
            found.filter { !isCounted($0) }, wanted.filter { !isCounted($0) }
        )
        return Pairing(
            wanted.map { value in
                found.indices.filter { difference(of: found[$0], from: value) == nil }
            }, of: found.count
        ).isComplete
    }

    private static func scalarCounts(_ values: [JSONValue]) -> [JSONValue: Int] {
        values.reduce(into: [:]) { counts, value in
            guard case .number(let number) = value, let integer = Int(exactly: number) else {
                return counts[value, default: 0] += 1
            }
            counts[.integer(integer), default: 0] += 1
        }
    }
}

extension JSONValue {
    /// Whether it is a number that `Int` does not hold.
    fileprivate var isLarge: Bool {
        if case .largeInteger = self { true } else { isLargeDouble }
    }

    fileprivate var isLargeDouble: Bool {
        if case .number(let number) = self { number.magnitude >= 0x1p63 } else { false }
    }

    fileprivate var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
