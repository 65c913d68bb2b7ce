extension RequestMatcher {
    /// Whether the order of JSON arrays matters to a matcher.
    public enum ArrayOrder: Sendable, Hashable {
        /// Elements match in order.
        case asWritten
        /// Each expected element matches a different one, in any order.
        case any
    }
}

/// An expectation of a JSON body.
package struct JSONExpectation: Sendable, Equatable {
    package let value: JSONValue
    package let order: RequestMatcher.ArrayOrder
    /// Whether objects must have only the expected members.
    package let isExact: Bool

    /// Returns the first place where a value is not as expected; `nil` if there is none.
    ///
    /// Arrays must have as many elements as expected. Numbers compare as numbers. A `null` must be
    /// present.
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
        for key in wanted.orderedKeys {
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

    /// Returns whether the wanted and the found elements match one to one.
    private func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        // A value that is not a container matches only equal values, so counting is enough, except
        // for large numbers, which can be spelled in two ways.
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
    /// Whether it is a number that does not fit `Int`.
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
