import Foundation

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
        guard value.depth > Self.mostLevelsHere else { return difference(of: found, from: value) }
        let difference = Locked<JSONDifference?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            let found = self.difference(of: found, from: value)
            difference.withLock { $0 = found }
            isDone.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        isDone.wait()
        return difference.withLock { $0 }
    }

    /// Comparing recurses; for more levels the stack of a thread may be too small.
    private static let mostLevelsHere = 64

    private func difference(of found: JSONValue, from wanted: JSONValue) -> JSONDifference? {
        switch (found, wanted) {
        case (.object(let found), .object(let wanted)):
            return difference(of: found.values, from: wanted.values)
        case (.array(let found), .array(let wanted)):
            return difference(of: found.values, from: wanted.values)
        default:
            let isEqual = found.isEqualScalar(to: wanted)
            return isEqual ? nil : JSONDifference(kind: .value(wanted: wanted, found: found))
        }
    }

    private func difference(
        of found: [JSONValue], from wanted: [JSONValue]
    ) -> JSONDifference? {
        guard found.count == wanted.count else {
            return JSONDifference(kind: .count(wanted: wanted.count, found: found.count))
        }
        guard order == .asWritten else {
            return pairs(found, wanted) ? nil : JSONDifference(kind: .elements)
        }
        for (index, (element, value)) in zip(found, wanted).enumerated() {
            if let difference = difference(of: element, from: value) {
                return difference.at(.index(index))
            }
        }
        return nil
    }

    private func difference(
        of found: [String: JSONValue], from wanted: [String: JSONValue]
    ) -> JSONDifference? {
        for key in wanted.orderedKeys {
            let (member, value) = (found[key], wanted[key])
            guard let member, let value else {
                return JSONDifference(kind: .value(wanted: value, found: member)).at(.key(key))
            }
            if let difference = difference(of: member, from: value) {
                return difference.at(.key(key))
            }
        }
        guard isExact, found.count > wanted.count,
            let other = found.keys.filter({ wanted[$0] == nil }).min()
        else { return nil }
        return JSONDifference(kind: .value(wanted: nil, found: found[other])).at(.key(other))
    }

    /// Returns whether the wanted and the found elements match one to one.
    private func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        // Counting is enough for values that match only equal ones.
        guard Self.counts(of: found) == Self.counts(of: wanted) else { return false }
        let (found, wanted) = (
            found.filter { !$0.isCounted }, wanted.filter { !$0.isCounted }
        )
        return Pairing(
            wanted.map { value in
                found.indices.filter { difference(of: found[$0], from: value) == nil }
            }, of: found.count
        ).isComplete
    }

    private static func counts(of values: [JSONValue]) -> [JSONValue: Int] {
        Dictionary(values.filter(\.isCounted).map { ($0.plain, 1) }, uniquingKeysWith: +)
    }
}

extension JSONValue {
    /// The number as an integer if it is one: 1.0 is 1.
    fileprivate var plain: JSONValue {
        if case .number(let number) = self, let integer = Int(exactly: number) {
            .integer(integer)
        } else {
            self
        }
    }

    /// Whether all values that match it are the same; a large number can be spelled in two ways.
    fileprivate var isCounted: Bool {
        switch self {
        case .array, .object, .largeInteger: false
        case .number(let number): number.magnitude < 0x1p63
        default: true
        }
    }

    fileprivate func isEqualScalar(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.largeInteger(let integer), .number(let number)),
            (.number(let number), .largeInteger(let integer)):
            // By value, or as written: 1e23 is not exactly 10^23.
            [String(format: "%.0f", number), "\(number)"].contains {
                JSONValue(number: $0) == .largeInteger(integer)
            }
        default:
            plain == other.plain
        }
    }
}

/// A place at which JSON is not as expected, with the wanted and the found value.
struct JSONDifference: Sendable {
    enum Kind: Sendable {
        /// `nil` means no value.
        case value(wanted: JSONValue?, found: JSONValue?)
        case count(wanted: Int, found: Int)
        case elements
    }

    let kind: Kind
    /// The path to the place, innermost step first.
    private(set) var steps: [JSONPath.Step] = []

    /// Returns the same difference in an outer value, below a key or an index.
    func at(_ step: JSONPath.Step) -> JSONDifference {
        var difference = self
        difference.steps.append(step)
        return difference
    }

    /// The difference in words: `"admin" at $.user.role` and `"guest"`.
    var inWords: Difference {
        let path = JSONPath(steps: steps.reversed())
        // The values of a whole body and of secret-looking names are not shown.
        let (wants, got) = words(isSecret: steps.isEmpty || path.isSecret)
        return Difference(wants: "\(wants) at \(path.description.shortened)", got: got)
    }

    private func words(isSecret: Bool) -> (wants: String, got: String) {
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
        case .number(let number): "\(number)"
        case .string(let string): Secrets.masked(value: string).shortened.debugDescription
        case .array(let elements):
            "an array of \(elements.values.count) element\(elements.values.count == 1 ? "" : "s")"
        case .object: "an object"
        default: description
        }
    }
}
