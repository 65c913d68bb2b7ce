/// Whether the order of JSON arrays matters to a matcher.
public enum ArrayOrder: Sendable, Hashable {
    /// Elements match one by one.
    case asWritten
    /// Each element expected matches another one found, wherever it stands.
    case any
}

extension JSONValue {
    /// Says where this is not, or does not hold, what is expected; `nil` where it does.
    ///
    /// Objects may have more members than expected; arrays have as many elements. Numbers compare as
    /// numbers, and `null` is a value that has to be there.
    func difference(from expected: JSONValue, _ order: ArrayOrder, at path: String = "") -> String?
    {
        let place = path.isEmpty ? "at its top" : "at \(path)"
        switch (self, expected) {
        case (.object(let found), .object(let wanted)):
            for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
                let inner = path.isEmpty ? key : "\(path).\(key)"
                guard let member = found[key] else { return "without a value at \(inner)" }
                if let difference = member.difference(from: value, order, at: inner) {
                    return difference
                }
            }
            return nil
        case (.array(let found), .array(let wanted)):
            guard found.count == wanted.count else {
                return "\(found.count) element\(found.count == 1 ? "" : "s") long \(place)"
            }
            guard order == .asWritten else {
                return Self.pairs(found, wanted) ? nil : "of other elements \(place)"
            }
            for (index, (element, value)) in zip(found, wanted).enumerated() {
                if let difference = element.difference(from: value, order, at: "\(path)[\(index)]")
                {
                    return difference
                }
            }
            return nil
        case (.integer(let found), .number(let wanted)):
            return Int(exactly: wanted) == found ? nil : "different \(place)"
        case (.number(let found), .integer(let wanted)):
            return Int(exactly: found) == wanted ? nil : "different \(place)"
        case (.largeInteger(let integer), .number(let number)),
            (.number(let number), .largeInteger(let integer)):
            return integer.isEqual(to: number) ? nil : "different \(place)"
        default:
            return self == expected ? nil : "different \(place)"
        }
    }

    /// Whether every element wanted has one found for itself, as many of the one as of the other.
    private static func pairs(_ found: [JSONValue], _ wanted: [JSONValue]) -> Bool {
        // Only an equal one can be the partner of a value that holds no others: counting will do,
        // but for large numbers that are written in two ways.
        let isExact = ![found, wanted].joined().contains(where: \.isLargeDouble)
        let isCounted = { (value: JSONValue) in !value.isContainer && (isExact || !value.isLarge) }
        let counts = (
            scalarCounts(found.filter(isCounted)), scalarCounts(wanted.filter(isCounted))
        )
        guard counts.0 == counts.1 else { return false }
        let (found, wanted) = (
            found.filter { !isCounted($0) }, wanted.filter { !isCounted($0) }
        )
        return Pairing(
            wanted.map { value in
                found.indices.filter { found[$0].difference(from: value, .any) == nil }
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

    /// Whether it is a number that `Int` does not hold.
    private var isLarge: Bool {
        if case .largeInteger = self { true } else { isLargeDouble }
    }

    private var isLargeDouble: Bool {
        if case .number(let number) = self { number.magnitude >= 0x1p63 } else { false }
    }

    private var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

/// Whether each of some values can have a partner of its own (augmenting paths, without recursion).
private struct Pairing {
    private(set) var isComplete = true
    /// For each partner the value that has it, and for each value its partner.
    private var holders: [Int?]
    private var partners: [Int?]

    init(_ candidates: [[Int]], of count: Int) {
        holders = Array(repeating: nil, count: count)
        partners = Array(repeating: nil, count: candidates.count)
        isComplete = candidates.indices.allSatisfy { find($0, candidates) }
    }

    private mutating func find(_ value: Int, _ candidates: [[Int]]) -> Bool {
        if let free = candidates[value].first(where: { holders[$0] == nil }) {
            hold(free, value)
            return true
        }
        /// By way of which value a partner was come to.
        var ways: [Int: Int] = [:]
        var open = [value]
        while let next = open.popLast() {
            for partner in candidates[next] where ways[partner] == nil {
                ways[partner] = next
                guard let holder = holders[partner] else {
                    shift(to: partner, ways)
                    return true
                }
                open.append(holder)
            }
        }
        return false
    }

    /// Gives each value on the way the partner that it led to.
    private mutating func shift(to last: Int, _ ways: [Int: Int]) {
        var partner: Int? = last
        while let current = partner, let value = ways[current] {
            partner = partners[value]
            hold(current, value)
        }
    }

    private mutating func hold(_ partner: Int, _ value: Int) {
        holders[partner] = value
        partners[value] = partner
    }
}
