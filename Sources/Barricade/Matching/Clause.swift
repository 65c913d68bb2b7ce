/// A condition of a ``RequestMatcher``; each kind is a type of its own, in a file of its own.
package protocol Clause: Sendable, Equatable {
    func matches(_ request: BarricadeRequest) -> Bool

    // MARK: Messages

    /// The part of a request that it is about: `path`, `query item page`.
    var subject: String { get }
    /// Returns the wanted and the found value, for a request that does not match.
    func difference(from request: BarricadeRequest) -> Difference
    /// Returns the clause in words.
    ///
    /// - Parameter isMasked: Whether to leave out header values and secrets.
    func described(isMasked: Bool) -> String
    /// The word between the clauses that it joins; `nil` if it needs no parentheses.
    var connective: String? { get }

    // MARK: Distance

    /// The distance that it adds if a request does not meet it.
    var weight: Double { get }
    /// Adds its leaves to a comparison.
    func compare(in comparison: MatchComparison)

    // MARK: Parts

    /// The clauses that it joins.
    var clauses: [any Clause] { get }
    /// The reasons why it cannot be read; a clause with one never matches.
    var faults: [String] { get }
    /// The clauses to meet, for each alternative.
    var alternatives: [[any Clause]] { get }
    /// Returns whether it is known to match every request that another clause matches; neither
    /// clause has alternatives.
    func coversPart(_ other: any Clause) -> Bool

    // MARK: URLs

    /// The anchors that it requires, one for each alternative.
    var anchors: [MatchAnchor] { get }
    /// The names of segments in its patterns, in order.
    var pathNames: [String] { get }
    /// Returns the values of named segments in a request that matches.
    func pathValues(in request: BarricadeRequest) -> [String: String]
    /// Returns whether it names a scheme.
    func names(scheme: String) -> Bool
    var place: ClausePlace { get }
    /// Returns the clause with its relative patterns below a base.
    func below(_ base: String) -> any Clause
}

/// The place in a URL that a clause names: none, one that is relative to a base, or one of its own.
package enum ClausePlace: Comparable {
    case none, relative, absolute
}

extension Clause {
    package var subject: String { "request" }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(wants: maskedDescription, got: "another")
    }

    package var connective: String? { nil }
    package var weight: Double { 0.5 }

    package func compare(in comparison: MatchComparison) {
        comparison.add(self, matches(comparison.request) ? nil : weight)
    }

    package var clauses: [any Clause] { [] }
    package var faults: [String] { clauses.flatMap(\.faults) }
    package var alternatives: [[any Clause]] { [[self]] }
    package func coversPart(_ other: any Clause) -> Bool { isEqual(to: other) }

    package var anchors: [MatchAnchor] { [MatchAnchor()] }
    package var pathNames: [String] { clauses.flatMap(\.pathNames) }
    package func pathValues(in request: BarricadeRequest) -> [String: String] { [:] }
    package func names(scheme: String) -> Bool { clauses.contains { $0.names(scheme: scheme) } }
    package var place: ClausePlace { .none }
    package func below(_ base: String) -> any Clause { self }
}

extension Clause {
    func isEqual(to other: any Clause) -> Bool { other as? Self == self }

    /// The clause in words, without header values, and with secrets masked.
    package var maskedDescription: String { described(isMasked: true) }

    /// Returns the clause in words among others, in parentheses if their connective differs.
    func described(isMasked: Bool, in outer: String?) -> String {
        let words = described(isMasked: isMasked)
        return connective == nil || connective == outer ? words : "(\(words))"
    }

    /// Returns whether it is known to match every request that another clause matches.
    ///
    /// False if that is unknown: closures, regular expressions and values are known to match the
    /// same only if they are equal.
    func covers(_ other: any Clause) -> Bool {
        guard faults.isEmpty, other.faults.isEmpty else { return false }
        return other.alternatives.allSatisfy { given in
            alternatives.contains { wide in
                wide.allSatisfy { part in given.contains { part.coversPart($0) } }
            }
        }
    }

    /// Returns the clause for requests below a base only.
    func placed(below base: String) -> any Clause {
        let clause = below(base)
        guard place == .none else { return clause }
        let parts = (clause as? AllClause)?.clauses ?? [clause]
        return AllClause([RequestMatcher.path("\(base)/**").clause] + parts)
    }
}

extension [any Clause] {
    func areEqual(to others: [any Clause]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isEqual(to: $1) }
    }
}

/// A clause about the values that a request has under a name.
package protocol ValueClause: Clause {
    /// The kind of item that has a value: `query item`.
    static var kind: String { get }
    var name: String { get }
    var expectation: ValueExpectation { get }
    /// Whether messages leave out the values.
    var isSecret: Bool { get }

    /// Returns the values to accept; `nil` for an item without a value.
    func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?]
    /// Returns the values for messages.
    func shownValues(in request: BarricadeRequest) throws(BarricadeError) -> [String?]
}

extension ValueClause {
    package var isSecret: Bool { Secrets.isSecret(name) }

    package func shownValues(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        try values(in: request)
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        guard let values = try? values(in: request) else { return false }
        return expectation.accepts(values)
    }

    package var subject: String { "\(Self.kind) \(name)" }

    package func difference(from request: BarricadeRequest) -> Difference {
        let none = difference(from: [])
        return Difference(bodyWith: none.wants) { () throws(BarricadeError) in
            difference(from: try shownValues(in: request))
        }
    }

    func difference(from values: [String?]) -> Difference {
        expectation.difference(from: values, of: Self.kind, named: name, isSecret: isSecret)
    }

    package func described(isMasked: Bool) -> String {
        "\(subject) \(expectation.predicate(isMasked: isMasked, isSecret: isSecret))"
    }

    package var weight: Double { 0.2 }

    package func coversPart(_ other: any Clause) -> Bool {
        guard let other = other as? Self, name == other.name else { return false }
        return expectation == other.expectation
            || expectation == .present && other.expectation != .absent
    }
}

/// A clause about all items of a query or a form.
package protocol ItemsClause: Clause {
    /// The kind of item: `query item`.
    static var kind: String { get }
    var expected: ItemsExpectation { get }

    func items(in request: BarricadeRequest) throws(BarricadeError) -> [ItemReading]
}

extension ItemsClause {
    package func matches(_ request: BarricadeRequest) -> Bool {
        guard let items = try? items(in: request) else { return false }
        return expected.matches(items)
    }

    package func difference(from request: BarricadeRequest) -> Difference {
        Difference(bodyWith: "a \(subject)") { () throws(BarricadeError) in
            expected.difference(from: try items(in: request), of: Self.kind)
        }
    }

    package func described(isMasked: Bool) -> String {
        expected.described(as: Self.kind, isMasked: isMasked)
    }

    package var weight: Double { 0.2 }
}
