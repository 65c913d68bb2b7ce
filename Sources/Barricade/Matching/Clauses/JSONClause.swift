import Foundation

/// A JSON body.
package struct JSONClause: MatchingClause {
    package let value: JSONValue
    package let order: RequestMatcher.ArrayOrder
    /// Whether objects must have only the expected members.
    package let isExact: Bool

    func matches(_ request: BarricadeRequest) -> Bool {
        guard let found = try? request.json() else { return false }
        return difference(of: found) == nil
    }

    var needsBody: Bool { true }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(bodyWith: "JSON") { () throws(BarricadeError) in
            let found = try request.json()
            let mismatch = difference(of: found)?.mismatch ?? Mismatch(wants: "JSON", got: "that")
            // Pairing compares each element with each.
            let isShort = try request.bytes().count <= 2_000
            let unordered = Self(value: value, order: .any, isExact: isExact)
            guard isShort, order == .asWritten, unordered.difference(of: found) == nil else {
                return mismatch
            }
            return mismatch.adding("in any order, they match: arrays: .any")
        }
    }

    func described(isMasked: Bool) -> String {
        isExact ? "JSON body is the value given" : "JSON body holds the values given"
    }
}

extension RequestMatcher {
    /// Whether the order of JSON arrays matters to a matcher.
    public enum ArrayOrder: Sendable, Hashable {
        /// Elements match in order.
        case asWritten
        /// Each expected element matches a different one, in any order.
        case any
    }

    /// Matches a JSON body that contains at least these values: `.json(["user": ["id": 7]])`.
    ///
    /// Objects may have more members. Arrays must have the same elements, by default in the same
    /// order. Numbers compare by value, and large integers by all their digits: 1 equals 1.0, and
    /// `JSONValue(UInt64.max)` equals no other number. A `nil` means that a `null` is present.
    public static func json(
        _ subset: JSONValue, arrays order: RequestMatcher.ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONClause(value: subset, order: order, isExact: false))
    }

    /// Matches a JSON body with exactly this value: objects may not have other members.
    ///
    /// Arrays and numbers compare as with ``json(_:arrays:)``.
    public static func json(
        exactly value: JSONValue, arrays order: RequestMatcher.ArrayOrder = .asWritten
    ) -> RequestMatcher {
        json(JSONClause(value: value, order: order, isExact: true))
    }

    private static func json(_ clause: JSONClause) -> RequestMatcher {
        if clause.value.isTooDeep {
            return .unreadable(
                ".json is given a value of more than \(JSONValue.deepest) levels, "
                    + "which no body has")
        }
        if let text = clause.value.string, let correction = try? JSONReader.read(Data(text.utf8)),
            correction.object != nil || correction.array != nil
        {
            return .unreadable(
                ".json is given text that is JSON itself: write it as a literal, .json([…])")
        }
        return RequestMatcher(clause)
    }
}

// MARK: - Comparing

extension JSONClause {
    /// Returns the first place where a value is not as expected; `nil` if there is none.
    ///
    /// Arrays must have as many elements as expected. Numbers compare as numbers. A `null` must be
    /// present.
    private func difference(of found: JSONValue) -> JSONDifference? {
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

    private func difference(of found: JSONValue?, from wanted: JSONValue?) -> JSONDifference? {
        var difference = JSONDifference(found: found, wanted: wanted)
        switch (found, wanted) {
        case (.object(let found), .object(let wanted)):
            return self.difference(of: found.values, from: wanted.values)
        case (.array(let found), .array(let wanted)):
            let isAsLong = found.values.count == wanted.values.count
            guard order == .asWritten else {
                return isAsLong && pairs(found.values, wanted.values) ? nil : difference
            }
            for pair in zip(found.values, wanted.values) {
                if let inner = self.difference(of: pair.0, from: pair.1) {
                    return isAsLong ? inner.at(.index(difference.sameCount)) : difference
                }
                difference.sameCount += 1
            }
            return isAsLong ? nil : difference
        case (let found?, let wanted?) where found.isEqualScalar(to: wanted): return nil
        default: return difference
        }
    }

    private func difference(
        of found: [String: JSONValue], from wanted: [String: JSONValue]
    ) -> JSONDifference? {
        for key in wanted.orderedKeys {
            if let difference = difference(of: found[key], from: wanted[key]) {
                return difference.at(.key(key))
            }
        }
        guard isExact, found.count > wanted.count,
            let other = found.orderedKeys.first(where: { wanted[$0] == nil })
        else { return nil }
        return JSONDifference(found: found[other], wanted: nil).at(.key(other))
    }

    /// Returns whether the wanted and the found elements match one to one.
    private func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        // Comparing texts is enough for values that match only equal ones.
        guard Self.plainTexts(in: found) == Self.plainTexts(in: wanted) else { return false }
        let found = found.filter { !$0.isPlain }
        let candidates = wanted.filter { !$0.isPlain }.map { value in
            found.indices.filter { difference(of: found[$0], from: value) == nil }
        }
        return Pairing.isPossible(candidates, of: found.count)
    }

    fileprivate static func plainTexts(in values: [JSONValue]) -> [String] {
        values.filter(\.isPlain).map(\.plain.description).ordered(by: \.self)
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
    fileprivate var isPlain: Bool {
        switch self {
        case .array, .object, .largeInteger: false
        case .number(let number): number.magnitude < 0x1p63
        default: true
        }
    }

    @inline(never)
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

    /// Returns the value for messages: text with masked secrets, containers by their size.
    ///
    /// - Parameter other: The value that it differs from.
    fileprivate func shown(besides other: JSONValue? = nil) -> String {
        switch self {
        case .number(let number): "\(number)"
        case .string(let string): Secrets.shown(string, besides: other?.string)
        case .array(let elements): "an array of \(elements.values.count.counted("element"))"
        case .object: "an object"
        default: description
        }
    }
}

/// A place at which JSON is not as expected.
private struct JSONDifference: Sendable {
    /// The value there; `nil` if there is none.
    let found: JSONValue?
    /// The expected value; `nil` if there should be none.
    let wanted: JSONValue?
    /// The number of equal elements at the beginning of arrays of different lengths.
    var sameCount = 0
    /// The path to the place, innermost step first.
    var steps: [JSONPath.Step] = []

    /// Returns the same difference in an outer value, below a key or an index.
    func at(_ step: JSONPath.Step) -> JSONDifference {
        var difference = self
        difference.steps.append(step)
        return difference
    }

    /// The difference for messages: `"admin" at $.user.role` and `"guest"`.
    var mismatch: Mismatch {
        let path = JSONPath(steps: steps.reversed())
        // The values of a whole body and of secret-looking names are not shown.
        let (wants, got) = words(isSecret: steps.isEmpty || path.isSecret)
        return Mismatch(wants: "\(wants) at \(path.description.shortened)", got: got)
    }

    /// Returns the wanted and the found value in words; if they may be secret, only their kinds.
    private func words(isSecret: Bool) -> (wants: String, got: String) {
        if case .array(let wanted) = wanted, case .array(let found) = found {
            let (least, count) = (wanted.values.count, found.values.count)
            let same = sameCount == 1 ? "" : " \(sameCount)"
            if least != count {
                let note = sameCount == 0 ? "" : ", the first\(same) as wanted"
                return (least.counted("element"), "\(count)\(note)")
            }
            let texts = Set(JSONClause.plainTexts(in: found.values))
            let missing = wanted.values.first {
                $0.isPlain && !texts.contains($0.plain.description)
            }
            guard let missing, !isSecret else { return ("the elements given", "others") }
            return ("\(missing.shown()) among the elements", "others")
        }
        guard isSecret else {
            return (
                wanted?.shown(besides: found) ?? "nothing", found?.shown(besides: wanted) ?? "none"
            )
        }
        guard let wanted else { return ("nothing", "a value") }
        guard let found else { return ("the value given", "none") }
        return wanted.kind == found.kind
            ? ("the value given", "another value") : (wanted.kind, found.kind)
    }
}
