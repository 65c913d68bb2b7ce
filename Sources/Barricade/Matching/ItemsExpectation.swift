import Foundation

/// The items that a query or a form must have, and no others, in any order.
package struct ItemsExpectation: Sendable, Equatable {
    package struct Item: Sendable, Equatable {
        package let name: String
        package let expectation: ValueExpectation

        package init(_ name: String, _ expectation: ValueExpectation) {
            self.name = name
            self.expectation = expectation
        }

        func accepts(_ item: ItemReading) -> Bool {
            item.names.contains(name) && expectation.accepts(item.values)
        }
    }

    package let items: [Item]

    package init(_ items: [Item]) {
        // Absent items need no check, since other items may not be there.
        self.items = items.filter { $0.expectation != .absent }
    }

    init(_ items: KeyValuePairs<String, ValueExpectation>) {
        self.init(items.map { Item($0.key, $0.value) })
    }

    init(_ items: [URLQueryItem]) {
        self.items = items.map {
            Item($0.name, $0.value.map(ValueExpectation.equal) ?? .noValue)
        }
    }

    /// The clause instead of one whose expectations cannot be read; usually `nil`.
    var unreadable: (any Clause)? {
        let faults = items.compactMap(\.expectation.fault)
        return faults.isEmpty ? nil : AllClause(faults.map { UnreadableClause($0) })
    }

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
                return Self.difference(item, from: named, of: kind)
            }
        }
        for item in found {
            let name = items.first { item.names.contains($0.name) }?.name
            guard let name else {
                let same = found.filter { $0.names == item.names }
                return Self.difference(Item(item.names[0], .absent), from: same, of: kind)
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

    private static func difference(
        _ item: Item, from found: [ItemReading], of kind: String
    ) -> Difference {
        item.expectation.difference(
            from: found.map(\.value), of: kind, named: item.name,
            isSecret: Secrets.isSecret(item.name))
    }

    /// Returns the expectation in words: `only the query items page is 2, debug has no value`.
    ///
    /// - Parameter isMasked: Whether to leave out the values of secret-looking names.
    func described(as kind: String, isMasked: Bool) -> String {
        guard !items.isEmpty else { return "no \(kind)s" }
        let predicates = items.map { item in
            let isSecret = Secrets.isSecret(item.name)
            return "\(item.name) "
                + item.expectation.predicate(isMasked: isMasked, isSecret: isSecret)
        }
        return "only the \(kind)s \(predicates.joined(separator: ", "))"
    }
}

/// Whether values and partners can be paired, each value with one of its candidates (augmenting
/// paths, without recursion).
struct Pairing {
    let isComplete: Bool

    init(_ candidates: [[Int]], of count: Int) {
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
        isComplete = candidates.indices.allSatisfy(pair)
    }
}
