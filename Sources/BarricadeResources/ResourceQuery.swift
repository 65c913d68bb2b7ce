import Barricade
import Foundation

/// The query of a list: filters, order and page.
struct ResourceQuery {
    private struct Order {
        let field: String
        let isDescending: Bool
    }

    /// A page: its number, from 1, and the number of items on a page.
    struct Page {
        let number: Int
        let size: Int

        /// Returns the indices of its items in a list; empty past the end.
        func range(of count: Int) -> Range<Int> {
            let (start, isTooHigh) = (number - 1).multipliedReportingOverflow(by: size)
            guard !isTooHigh, start < count else { return count..<count }
            return start..<(start + min(size, count - start))
        }

        /// Returns the number of a list's last page.
        func last(of count: Int) -> Int { max(1, (count - 1) / size + 1) }
    }

    let page: Page?
    private var filters: [(field: String, values: [String])] = []
    private var order: [Order] = []

    /// Reads the query of a list's request.
    init(_ target: ParsedURL, _ format: ResourceFormat) throws(ResourceProblem) {
        let number = try Self.number(format.page, in: target)
        let size = try Self.number(format.perPage, in: target)
        page =
            number != nil || size != nil || format.alwaysPages
            ? Page(number: number ?? 1, size: size ?? format.pageSize) : nil
        let others = format.ignoredQueryItems.union([format.page, format.perPage, format.sort])
        for (name, value) in target.queryItems {
            if name == format.sort {
                order += (value ?? "").split(separator: ",").map { field in
                    let isMarked = field.hasPrefix("-") || field.hasPrefix("+")
                    return Order(
                        field: String(isMarked ? field.dropFirst() : field),
                        isDescending: field.hasPrefix("-"))
                }
            } else if !others.contains(name), !filters.contains(where: { $0.field == name }) {
                filters.append((name, target.queryValues(of: name).map { $0 ?? "" }))
            }
        }
    }

    /// Spells the wanted values of a field in another way.
    mutating func respell(_ field: String, _ spelling: (String) -> String) {
        for index in filters.indices where filters[index].field == field {
            filters[index].values = filters[index].values.map(spelling)
        }
    }

    /// Whether the list needs none of the items' JSON.
    var takesAll: Bool { filters.isEmpty && order.isEmpty }

    /// Returns the indices of the requested items, in the requested order, on all pages.
    ///
    /// - Parameter fields: The fields of items; empty if they are unknown.
    func indices(
        in items: [JSONValue], fields: [String], of name: String
    ) throws(ResourceProblem) -> [Int] {
        let asked = filters.map { ("filtered", $0.field) } + order.map { ("sorted", $0.field) }
        for (verb, field) in asked where !fields.isEmpty && !fields.contains(field) {
            throw .badRequest(
                """
                \(name) cannot be \(verb) by "\(field.shortened)". \
                \(NameSuggestion.known(nearestTo: field, among: fields)).
                """)
        }
        let found = items.indices.filter { index in
            filters.allSatisfy { field, values in
                values.contains { (items[index][field] ?? .null).isWritten($0) }
            }
        }
        guard !order.isEmpty else { return found }
        return found.sorted { left, right in
            for key in order {
                let (first, second) = (items[left][key.field], items[right][key.field])
                if let isBefore = (first ?? .null).isBefore(
                    second ?? .null, isDescending: key.isDescending)
                {
                    return isBefore
                }
            }
            return left < right
        }
    }

    private static func number(
        _ name: String, in target: ParsedURL
    ) throws(ResourceProblem) -> Int? {
        guard let item = target.queryItems.first(where: { $0.name == name }) else { return nil }
        guard let number = Int(item.value ?? ""), number > 0 else {
            throw .badRequest(
                "\(name) is \"\((item.value ?? "").shortened)\", expected a whole number from 1.")
        }
        return number
    }
}

// MARK: - Links

extension ResourceQuery.Page {
    /// Returns the links to other pages (RFC 8288); `nil` if this is the only one.
    func links(from target: ParsedURL, count: Int, _ format: ResourceFormat) -> String? {
        let last = last(of: count)
        var links: [(relation: String, page: Int)] = []
        if number > 1 { links += [("first", 1), ("prev", min(number - 1, last))] }
        if number < last { links += [("next", number + 1), ("last", last)] }
        guard !links.isEmpty else { return nil }
        return links.map { relation, page in
            "<\(url(of: page, from: target, format))>; rel=\"\(relation)\""
        }
        .joined(separator: ", ")
    }

    private func url(of page: Int, from target: ParsedURL, _ format: ResourceFormat) -> String {
        let kept = target.writtenQueryItems.filter {
            ![format.page, format.perPage].contains(ParsedURL.decoded(Substring($0.name)))
        }.map { String(Substring($0.text)) }
        let added = [(format.page, page), (format.perPage, size)].map { name, value in
            "\(PercentEncoding.encoded(name))=\(value)"
        }
        let base = target.text.prefix { $0 != "?" && $0 != "#" }
        return "\(base)?\((kept + added).joined(separator: "&"))"
    }
}

// MARK: - Comparing

extension JSONValue {
    /// Whether the members that a request's path names, as in `/posts/:postId/comments`, have its
    /// values; an item may have no such member.
    func isBelow(_ request: BarricadeRequest) -> Bool {
        request.pathValues.allSatisfy { name, text in
            name == "id" || self[name]?.isWritten(text) ?? true
        }
    }

    /// Returns whether a query item's text equals the value, or an element of an array.
    fileprivate func isWritten(_ text: String) -> Bool {
        switch self {
        case .null: text == "null"
        case .bool(let bool): text == (bool ? "true" : "false")
        case .integer(let integer):
            Int(text).map { $0 == integer } ?? (Double(text) == Double(integer))
        case .number(let number): Double(text) == number
        case .largeInteger: JSONValue(number: text) == self
        case .string(let string): string == text
        case .array(let elements): elements.values.contains { $0.isWritten(text) }
        case .object: false
        }
    }

    /// Returns whether the value precedes another, `null` last in any order; `nil` if neither does.
    fileprivate func isBefore(_ other: JSONValue, isDescending: Bool) -> Bool? {
        if self == .null || other == .null {
            return self == other ? nil : other == .null
        }
        let isLess = isLess(than: other)
        guard isLess || other.isLess(than: self) else { return nil }
        return isLess != isDescending
    }

    private func isLess(than other: JSONValue) -> Bool {
        switch (self, other) {
        case (.bool(let left), .bool(let right)): !left && right
        case (.integer(let left), .integer(let right)): left < right
        case (.largeInteger(let left), .largeInteger(let right)): left.value < right.value
        case (.largeInteger(let left), .integer(let right)): left.value < Decimal(right)
        case (.integer(let left), .largeInteger(let right)): Decimal(left) < right.value
        case (.string(let left), .string(let right)): left < right
        default:
            if let left = double, let right = other.double {
                left < right
            } else {
                rank < other.rank
            }
        }
    }

    private var rank: Int {
        switch self {
        case .bool: 0
        case .integer, .number, .largeInteger: 1
        case .string: 2
        case .array, .object, .null: 3
        }
    }
}
