import Foundation

/// An expectation of the value of a query item, form field, header field or part.
///
/// A literal means exactly that value: `.form(exactly: ["user": "ada", "age": 36])`.
public struct ValueExpectation: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case present
        case absent
        case noValue
        case equal(String)
        case prefix(String)
        case containing(String)
        case regex(RegularExpression)
        /// An unreadable expression, with the reason.
        case unreadable(String)
    }

    package let kind: Kind

    /// Any value or none: `?debug=1`, `?debug`.
    public static var present: ValueExpectation { ValueExpectation(kind: .present) }

    /// No such item or field at all.
    public static var absent: ValueExpectation { ValueExpectation(kind: .absent) }

    /// An item without `=` and so without a value: `?debug`, not `?debug=`.
    ///
    /// A header field and a part always have a value.
    public static var noValue: ValueExpectation { ValueExpectation(kind: .noValue) }

    /// An empty value, the same as `""`: `?debug=`, not `?debug`.
    public static var empty: ValueExpectation { equal("") }

    /// Exactly this value, such as that of a variable: `.query(exactly: ["page": .equal(page)])`.
    public static func equal(_ value: some LosslessStringConvertible) -> ValueExpectation {
        ValueExpectation(kind: .equal(value.description))
    }

    /// A value that starts with this text, such as `Bearer `.
    public static func prefix(_ text: String) -> ValueExpectation {
        ValueExpectation(kind: .prefix(text))
    }

    /// A value that contains this text.
    public static func containing(_ text: String) -> ValueExpectation {
        ValueExpectation(kind: .containing(text))
    }

    /// A value that contains a match of the expression: `.regex("^[0-9]+$")`.
    ///
    /// Anchor the expression with `^` and `$` to match all of the value. The syntax is that of
    /// `NSRegularExpression`. A matcher whose expression cannot be read never matches; the
    /// barricade reports it when the matcher's set is registered.
    public static func regex(_ pattern: String) -> ValueExpectation {
        do {
            return ValueExpectation(kind: .regex(try RegularExpression(pattern)))
        } catch {
            return ValueExpectation(kind: .unreadable(error.sentence(about: "regex", pattern)))
        }
    }

    /// Returns the expectation for something that always has a value, so that `noValue` is a fault.
    func ofAValue(_ what: String) -> ValueExpectation {
        guard kind == .noValue else { return self }
        return ValueExpectation(
            kind: .unreadable("a \(what) always has a value, so .noValue matches none"))
    }

    /// Why it cannot be read; `nil` if it can.
    var fault: String? {
        if case .unreadable(let fault) = kind { fault } else { nil }
    }

    /// Returns whether one of the values is as expected; `nil` means an item without a value.
    func accepts(_ values: [String?]) -> Bool {
        kind == .absent ? values.isEmpty : values.contains(where: accepts)
    }

    private func accepts(_ value: String?) -> Bool {
        switch kind {
        case .present: true
        case .absent, .unreadable: false
        case .noValue: value == nil
        case .equal(let wanted): value == wanted
        case .prefix(let text): (value ?? "").hasPrefix(text)
        case .containing(let text): text.isEmpty || (value ?? "").contains(text)
        case .regex(let regex): value.map(regex.isFound) ?? false
        }
    }
}

// MARK: - Messages

extension ValueExpectation {
    /// Returns the wanted and the found values of an item, without secrets.
    ///
    /// - Parameter values: The values of the items with that name, in order; `nil` for an item
    ///   without a value.
    func mismatch(with values: [String?], of item: String, isSecret: Bool) -> Mismatch {
        Mismatch(
            wants: wanted(item, isSecret, besides: values.first ?? nil), got: got(values, isSecret))
    }

    private func wanted(_ item: String, _ isSecret: Bool, besides found: String?) -> String {
        switch kind {
        case .present: item
        case .absent: "no \(item)"
        case .noValue: "\(item) without a value"
        case .equal(let value):
            "\(item) \(isSecret ? "with the value given" : Secrets.shown(value, besides: found))"
        case .prefix(let text): "\(item) starting with \(Self.shown(text, isSecret))"
        case .containing(let text): "\(item) containing \(Self.shown(text, isSecret))"
        case .regex(let regex):
            "\(item) matching \(isSecret ? "the expression given" : regex.pattern.shortened)"
        case .unreadable(let fault): fault
        }
    }

    private func got(_ values: [String?], _ isSecret: Bool) -> String {
        if values.isEmpty { return "none" }
        if isSecret {
            return kind == .absent ? "one" : values == [nil] ? "no value" : "another value"
        }
        let wanted: String? = if case .equal(let value) = kind { value } else { nil }
        let shown = values.prefix(3).map { value in
            value.map { Secrets.shown($0, besides: wanted) } ?? "no value"
        }
        let more = values.count - shown.count
        let decoded = wanted.map { ParsedURL.decoded(Substring($0)) }
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            + (decoded != wanted && values.contains(decoded)
                ? " (values are compared without percent-encoding)" : "")
    }

    private static func shown(_ text: String, _ isSecret: Bool) -> String {
        isSecret ? "the text given" : Secrets.shown(text)
    }

    /// Returns the expectation as a predicate: `is 2`, `matches [0-9]+`, `has no value`.
    ///
    /// - Parameters:
    ///   - isMasked: Whether to mask secrets.
    ///   - isSecret: Whether the whole value is one.
    func predicate(isMasked: Bool, isSecret: @autoclosure () -> Bool) -> String {
        switch kind {
        case .present, .absent: "is \(self)"
        case .noValue: "has no value"
        case _ where isMasked && isSecret(): "is the value given"
        case .equal(let value) where isMasked: "is \(Self.equal(Secrets.masked(value: value)))"
        case .regex(let regex): "matches \(regex.pattern)"
        default: "is \(self)"
        }
    }
}

extension ValueExpectation: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    /// Makes an expectation of exactly this value.
    public init(stringLiteral value: String) {
        self = .equal(value)
    }

    /// Makes an expectation of exactly this number.
    public init(integerLiteral value: Int) {
        self = .equal(value)
    }
}

extension ValueExpectation: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .present: "present"
        case .absent: "absent"
        case .noValue: "without a value"
        case .equal(let value): value.isEmpty ? "empty" : value
        case .prefix(let text): "\(text)…"
        case .containing(let text): "…\(text)…"
        case .regex(let regex): "matching \(regex.pattern)"
        case .unreadable(let fault): fault
        }
    }
}

/// A pairing of values and partners (augmenting paths, without recursion).
enum Pairing {
    /// Returns whether each value can be paired with one of its candidates.
    static func isPossible(_ candidates: [[Int]], of count: Int) -> Bool {
        /// The value of each partner, and the partner of each value.
        var holders = [Int?](repeating: nil, count: count)
        var partners = [Int?](repeating: nil, count: candidates.count)

        func pair(_ value: Int) -> Bool {
            /// The value through which a partner was reached.
            var ways: [Int: Int] = [:]
            var open = [value]
            while let next = open.popLast() {
                for partner in candidates[next] where ways[partner] == nil {
                    ways[partner] = next
                    if let holder = holders[partner] {
                        open.append(holder)
                        continue
                    }
                    // Each value on the path gets the next partner on it.
                    var free: Int? = partner
                    while let partner = free, let value = ways[partner] {
                        free = partners[value]
                        (holders[partner], partners[value]) = (value, partner)
                    }
                    return true
                }
            }
            return false
        }
        return candidates.indices.allSatisfy(pair)
    }
}
