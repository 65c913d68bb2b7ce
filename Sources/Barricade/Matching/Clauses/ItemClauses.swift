import Foundation

/// A query item, header field, form field, or part of a multipart form with text, by its name.
package struct ItemClause: MatchingClause {
    /// A kind of item, with its noun in messages.
    package enum Kind: String, Sendable, CaseIterable {
        case query = "query item"
        /// Its name is case-insensitive.
        case header
        /// A field of `application/x-www-form-urlencoded`.
        case form = "form field"
        /// A part that is compared as text in UTF-8.
        case multipart = "part"
    }

    package let kind: Kind
    package let name: String
    package let expectation: ValueExpectation

    init(_ kind: Kind, _ name: String, _ expectation: ValueExpectation) {
        (self.kind, self.name, self.expectation) = (kind, name, expectation)
    }

    func matches(_ request: BarricadeRequest) -> Bool {
        guard let values = try? values(in: request) else { return false }
        return expectation.accepts(values)
    }

    var needsBody: Bool { kind == .form || kind == .multipart }

    /// Returns the values to accept; `nil` for an item without a value.
    private func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        switch kind {
        case .query: return request.target.queryValues(of: name)
        case .header:
            let values = request.headers.values(of: name)
            guard name.lowercased() == "cookie" else { return values }
            // All cookies are in one field; a clause may be about one of them (RFC 6265).
            return values + values.flatMap { $0.split(at: ";").map(\.trimmed) }
        case .form: return try request.form.filter { $0.name == name }.map(\.value)
        case .multipart:
            let texts = try request.multipart.filter { $0.name == name }.map(\.text)
            // A part that is not text is present nevertheless.
            return expectation == .present || expectation == .absent
                ? texts : texts.filter { $0 != nil }
        }
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        let mismatch = mismatchHere(with: request)
        return otherClause(for: request).map { mismatch.adding("\($0) matches") } ?? mismatch
    }

    /// Returns the name of the clause that finds the item, perhaps elsewhere in a request; usually
    /// `nil`.
    private func otherClause(for request: BarricadeRequest) -> String? {
        guard expectation != .absent else { return nil }
        // A media type has parameters, and a field may list several.
        if kind == .header, case .equal(let text) = expectation.kind, !text.isEmpty,
            Self(kind, name, .containing(text)).matches(request)
        {
            return ".containing"
        }
        let other = Kind.allCases.first {
            $0 != kind && Self($0, name, expectation).matches(request)
        }
        if let other { return ".\(other)" }
        let member = (try? request.json())?[name].map { $0.string ?? "\($0)" }
        return member.map { expectation.accepts([$0]) } ?? false ? ".json" : nil
    }

    private func mismatchHere(with request: BarricadeRequest) -> Mismatch {
        let wants = mismatch(with: []).wants
        return Mismatch(bodyWith: wants) { () throws(BarricadeError) in
            switch kind {
            case .query:
                return mismatch(
                    with: request.target.items.filter { $0.names.contains(name) }.map(\.value))
            case .header:
                let values = try values(in: request)
                guard values.isEmpty else { return mismatch(with: values) }
                let distance = EditDistance(from: name)
                let near = request.headers.fields.first { distance.fraction(to: $0.name) < 0.25 }
                return near.map { Mismatch(wants: wants, got: "none, but \($0.name.shortened)") }
                    ?? mismatch(with: values)
            case .form:
                let values = try values(in: request)
                return values.isEmpty
                    ? Mismatch(wants: wants, gotOnly: try request.form.map(\.name))
                    : mismatch(with: values)
            case .multipart: break
            }
            // Without the content of files.
            let all = try request.multipart
            let parts = all.filter { $0.name == name }
            if parts.isEmpty { return Mismatch(wants: wants, gotOnly: all.map(\.name)) }
            let fields = parts.filter { $0.fileName == nil && $0.text != nil }
            guard fields.isEmpty, let part = parts.first else {
                return mismatch(with: fields.map(\.text))
            }
            let other =
                part.text == nil
                ? "\(RequestBody.data(part.data)) that are not text in UTF-8" : "another file"
            return Mismatch(wants: wants, got: expectation == .absent ? "one" : other)
        }
    }

    fileprivate func mismatch(with values: [String?]) -> Mismatch {
        let item = "\(kind.rawValue) \(name.shortened)"
        return expectation.mismatch(with: values, of: item, isSecret: isSecret)
    }

    private var isSecret: Bool {
        kind == .header ? !Secrets.areShown(field: name) : Secrets.isSecret(name)
    }

    func described(isMasked: Bool) -> String {
        "\(kind.rawValue) \(described(isMasked))"
    }

    /// Returns the item without its kind: `page is 2`.
    fileprivate func described(_ isMasked: Bool) -> String {
        // Without secrets in all messages about bodies.
        let isMasked = isMasked || kind == .form || kind == .multipart
        return "\(name) " + expectation.predicate(isMasked: isMasked, isSecret: isSecret)
    }

    fileprivate func accepts(_ item: ItemReading) -> Bool {
        item.names.contains(name) && expectation.accepts(item.values)
    }

    /// All query items together count less than another path.
    func distance(in comparison: MatchComparison) -> Double {
        guard kind == .query else { return Distance.part }
        let isMissing = comparison.request.target.queryValues(of: name).isEmpty
        return comparison.distance(ofMissingItem: isMissing)
    }

    func coversPart(_ other: any MatchingClause) -> Bool {
        guard let other = other as? Self, kind == other.kind, name == other.name else {
            return false
        }
        return expectation == other.expectation
            || expectation == .present && other.expectation != .absent
    }
}

extension RequestMatcher {
    /// Matches a header field with this value; the name is case-insensitive.
    ///
    /// `.header("Cookie", "sid=1")` matches if one of the cookies is that.
    public static func header(_ name: String, _ value: some LosslessStringConvertible) -> Self {
        header(name, .equal(value))
    }

    /// Matches by an expectation of a header field's value; by default, that it is present.
    public static func header(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(
            ItemClause(.header, name, expectation), expectation.ofAValue("header field"))
    }

    /// Matches a query that has an item with this name and value.
    ///
    /// If the item occurs more than once, one must have the value. A `+` in the request may mean
    /// itself or a space. The value `""` means `?name=`; for `?name`, use
    /// ``ValueExpectation/noValue``.
    public static func query(_ name: String, _ value: some LosslessStringConvertible) -> Self {
        query(name, .equal(value))
    }

    /// Matches a query by an expectation of an item's value; by default, that it is present.
    public static func query(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(ItemClause(.query, name, expectation), expectation)
    }

    /// Matches a form (`application/x-www-form-urlencoded`) that has a field with this value.
    ///
    /// The value `""` means `name=`; for `name` without `=`, use ``ValueExpectation/noValue``.
    public static func form(_ name: String, _ value: some LosslessStringConvertible) -> Self {
        form(name, .equal(value))
    }

    /// Matches a form by an expectation of a field's value; by default, that it is present.
    public static func form(
        _ name: String, _ expectation: ValueExpectation = .present
    ) -> RequestMatcher {
        checked(ItemClause(.form, name, expectation), expectation)
    }

    /// Matches a multipart form that has a part with this text: `.multipart("title", "Fog")`.
    ///
    /// It compares the content as UTF-8 text, even that of a file.
    public static func multipart(_ name: String, _ value: some LosslessStringConvertible) -> Self {
        multipart(name, .equal(value))
    }

    /// Matches a multipart form by an expectation of a part's text.
    public static func multipart(
        _ name: String, _ expectation: ValueExpectation
    ) -> RequestMatcher {
        checked(ItemClause(.multipart, name, expectation), expectation.ofAValue("part"))
    }
}

/// The items that a query or a form must have, and no others, in any order.
package struct ItemsClause: MatchingClause {
    package let kind: ItemClause.Kind
    package let items: [ItemClause]

    func matches(_ request: BarricadeRequest) -> Bool {
        guard let found = try? found(in: request), items.count == found.count else { return false }
        // Each item must meet its own expectation, but an item may meet several.
        return Pairing.isPossible(
            items.map { item in found.indices.filter { item.accepts(found[$0]) } },
            of: found.count)
    }

    private func found(in request: BarricadeRequest) throws(BarricadeError) -> [ItemReading] {
        kind == .query
            ? request.target.items
            : try request.form.map { ItemReading(names: [$0.name], values: [$0.value]) }
    }

    func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(bodyWith: kind == .query ? "a query" : "a form") { () throws(BarricadeError) in
            mismatch(with: try found(in: request))
        }
    }

    /// Returns the first item that is missing, wrong, or superfluous.
    private func mismatch(with found: [ItemReading]) -> Mismatch {
        for item in items {
            let named = found.filter { $0.names.contains(item.name) }
            if !named.contains(where: item.accepts) {
                return item.mismatch(with: named.map(\.value))
            }
        }
        for item in found {
            guard let name = items.first(where: { item.names.contains($0.name) })?.name else {
                let same = found.filter { $0.names == item.names }.map(\.value)
                return ItemClause(kind, item.names[0], .absent).mismatch(with: same)
            }
            let wanted = items.count { $0.name == name }
            let count = found.count { $0.names.contains(name) }
            if wanted != count {
                let items = wanted == 1 ? kind.rawValue : "\(kind.rawValue)s"
                return Mismatch(wants: "\(wanted) \(items) \(name.shortened)", got: "\(count)")
            }
        }
        return Mismatch(wants: "the \(kind.rawValue)s given", got: "others")
    }

    /// The clause in words: `only the query items page is 2, debug has no value`.
    func described(isMasked: Bool) -> String {
        guard !items.isEmpty else { return "no \(kind.rawValue)s" }
        return "only the \(kind.rawValue)s "
            + items.map { $0.described(isMasked) }.joined(separator: ", ")
    }
}

extension RequestMatcher {
    /// Matches a query with these items and no others: `.query(exactly: ["page": "2"])`.
    ///
    /// The order does not matter. A name that occurs twice means two items. `[:]` means a URL
    /// without a query, or with an empty one.
    public static func query(
        exactly items: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        exactly(.query, items.map { ($0.key, $0.value) })
    }

    /// Matches a form with these fields and no others: `.form(exactly: ["user": "ada"])`.
    ///
    /// The order does not matter. A name that occurs twice means two fields.
    public static func form(
        exactly fields: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        exactly(.form, fields.map { ($0.key, $0.value) })
    }

    /// Matches a query or a form with these items and no others.
    package static func exactly(
        _ kind: ItemClause.Kind, _ items: [(name: String, expectation: ValueExpectation)]
    ) -> RequestMatcher {
        // Absent items need no check, since other items may not be there.
        let expected = items.filter { $0.expectation != .absent }.map {
            ItemClause(kind, $0.name, $0.expectation)
        }
        return unreadable(items.compactMap(\.expectation.fault))
            ?? RequestMatcher(ItemsClause(kind: kind, items: expected))
    }
}
