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
