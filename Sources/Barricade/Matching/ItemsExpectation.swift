import Foundation

/// The items that a query or a form must have, and no others, in any order.
package struct ItemsExpectation: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package let name: String
        package let expectation: ValueExpectation

        package init(name: String, expectation: ValueExpectation) {
            self.name = name
            self.expectation = expectation
        }
    }

    package let items: [Item]

    package init(_ items: [Item]) {
        // Absent items need no check, since other items may not be there.
        self.items = items.filter { $0.expectation != .absent }
    }

    init(_ items: KeyValuePairs<String, ValueExpectation>) {
        self.init(items.map { Item(name: $0.key, expectation: $0.value) })
    }

    init(_ items: [URLQueryItem]) {
        self.items = items.map {
            Item(name: $0.name, expectation: $0.value.map(ValueExpectation.equal) ?? .noValue)
        }
    }

    package var faults: [String] { items.compactMap(\.expectation.fault) }

    func matches(_ found: [ItemReading]) -> Bool {
        // Each item must meet its own expectation, but an item may meet several.
        items.count == found.count
            && Pairing(
                items.map { item in
                    found.indices.filter { item.accepts(found[$0]) }
                }, of: found.count
            ).isComplete
    }

    /// Returns the first item that is missing, wrong, or superfluous.
    func difference(from found: [ItemReading], of kind: String) -> Difference {
        for item in items {
            let named = found.filter { $0.names.contains(item.name) }
            if !named.contains(where: item.accepts) {
                return item.expectation.difference(
                    from: named.map(\.value), of: kind, named: item.name)
            }
        }
        for item in found {
            let name = items.first { item.names.contains($0.name) }?.name
            guard let name else {
                let values = found.filter { $0.names == item.names }.map(\.value)
                return ValueExpectation.absent.difference(
                    from: values, of: kind, named: item.names[0])
            }
            let wanted = items.count { $0.name == name }
            let count = found.count { $0.names.contains(name) }
            if wanted != count {
                let items = wanted == 1 ? kind : "\(kind)s"
                return Difference(wants: "\(wanted) \(items) \(name.shortened)", got: "\(count)")
            }
        }
        return Difference(wants: "the \(kind)s given", got: "others")
    }
}

extension ItemsExpectation.Item {
    func accepts(_ item: ItemReading) -> Bool {
        item.names.contains(name) && expectation.accepts(item.values)
    }
}

extension ItemsExpectation {
    /// Returns the expectation in words: `only the query items page is 2, debug has no value`.
    ///
    /// - Parameter isMasked: Whether to leave out the values of secret-looking names.
    func described(as kind: String, isMasked: Bool) -> String {
        guard !items.isEmpty else { return "no \(kind)s" }
        let predicates = items.map { item in
            let predicate =
                isMasked
                ? item.expectation.maskedPredicate(for: item.name)
                : item.expectation.predicate(isMasked: false)
            return "\(item.name) \(predicate)"
        }
        return "only the \(kind)s \(predicates.joined(separator: ", "))"
    }
}
