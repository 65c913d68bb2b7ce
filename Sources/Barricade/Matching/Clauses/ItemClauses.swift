import Foundation

/// A query item, header field, form field, or part of a multipart form with text, by its name.
package struct ItemClause: Clause {
    package enum Kind: String, Sendable {
        case query = "query item"
        /// Its name is case-insensitive.
        case header = "header"
        /// A field of `application/x-www-form-urlencoded`.
        case form = "form field"
        /// A part that is compared as text in UTF-8.
        case part = "part"
    }

    package let kind: Kind
    package let name: String
    package let expectation: ValueExpectation

    init(_ kind: Kind, _ name: String, _ expectation: ValueExpectation) {
        (self.kind, self.name, self.expectation) = (kind, name, expectation)
    }

    package func matches(_ request: BarricadeRequest) -> Bool {
        guard let values = try? values(in: request) else { return false }
        return expectation.accepts(values)
    }

    /// Returns the values to accept; `nil` for an item without a value.
    private func values(in request: BarricadeRequest) throws(BarricadeError) -> [String?] {
        switch kind {
        case .query: return request.target.queryValues(of: name)
        case .header: return request.headerValues(of: name)
        case .form: return try request.form.filter { $0.name == name }.map(\.value)
        case .part:
            let texts = try request.multipart.filter { $0.name == name }.map(\.text)
            // A part that is not text is present nevertheless.
            return expectation == .present || expectation == .absent
                ? texts : texts.filter { $0 != nil }
        }
    }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        let wants = mismatch(with: []).wants
        return Mismatch(bodyWith: wants) { () throws(BarricadeError) in
            switch kind {
            case .query: return mismatch(with: request.target.items(named: name).map(\.value))
            case .header, .form: return mismatch(with: try values(in: request))
            case .part: break
            }
            // Without the content of files.
            let parts = try request.multipart.filter { $0.name == name }
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

    private func mismatch(with values: [String?]) -> Mismatch {
        expectation.mismatch(
            with: values, of: kind.rawValue, named: name, isSecret: isSecret)
    }

    private var isSecret: Bool { kind == .header || Secrets.isSecret(name) }

    package func described(isMasked: Bool) -> String {
        // Without secrets in all messages about bodies.
        let isMasked = isMasked || kind == .form || kind == .part
        return "\(kind.rawValue) \(name) "
            + expectation.predicate(isMasked: isMasked, isSecret: isSecret)
    }

    package var weight: Double { 0.2 }

    /// All query items together count less than another path.
    package func compare(in comparison: MatchComparison) {
        let isMet = matches(comparison.request)
        guard kind == .query, !isMet else { return comparison.add(self, isMet ? nil : weight) }
        let isAbsent = comparison.request.target.queryValues(of: name).isEmpty
        comparison.add(self, comparison.queryShare * (isAbsent ? 0.15 : 0.12))
        comparison.queryShare /= 3
    }

    package func coversPart(_ other: any Clause) -> Bool {
        guard let other = other as? Self, kind == other.kind, name == other.name else {
            return false
        }
        return expectation == other.expectation
            || expectation == .present && other.expectation != .absent
    }
}

extension RequestMatcher {
    /// Matches a header field with this value; the name is case-insensitive.
    public static func header(_ name: String, _ value: String) -> RequestMatcher {
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
    public static func query(_ name: String, _ value: String) -> RequestMatcher {
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
    public static func form(_ name: String, _ value: String) -> RequestMatcher {
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
    public static func multipart(_ name: String, _ value: String) -> RequestMatcher {
        multipart(name, .equal(value))
    }

    /// Matches a multipart form by an expectation of a part's text.
    public static func multipart(
        _ name: String, _ expectation: ValueExpectation
    ) -> RequestMatcher {
        checked(ItemClause(.part, name, expectation), expectation.ofAValue("part"))
    }
}

/// All items of a query, or all fields of a form.
package struct ItemsClause: Clause {
    package let kind: ItemClause.Kind
    package let expected: ItemsExpectation

    package func matches(_ request: BarricadeRequest) -> Bool {
        guard let items = try? items(in: request) else { return false }
        return expected.matches(items)
    }

    private func items(in request: BarricadeRequest) throws(BarricadeError) -> [ItemReading] {
        kind == .query
            ? request.target.items
            : try request.form.map { ItemReading(names: [$0.name], values: [$0.value]) }
    }

    package func mismatch(with request: BarricadeRequest) -> Mismatch {
        Mismatch(bodyWith: kind == .query ? "a query" : "a form") { () throws(BarricadeError) in
            expected.mismatch(with: try items(in: request), of: kind.rawValue)
        }
    }

    package func described(isMasked: Bool) -> String {
        expected.described(as: kind.rawValue, isMasked: isMasked || kind == .form)
    }

    package var weight: Double { 0.2 }
}

extension RequestMatcher {
    /// Matches a query with these items and no others: `.query(exactly: ["page": "2"])`.
    ///
    /// The order does not matter. A name that occurs twice means two items. `[:]` means a URL
    /// without a query, or with an empty one.
    public static func query(
        exactly items: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        query(exactly: ItemsExpectation(items))
    }

    package static func query(exactly expected: ItemsExpectation) -> RequestMatcher {
        RequestMatcher(expected.unreadable ?? ItemsClause(kind: .query, expected: expected))
    }

    /// Matches a form with these fields and no others: `.form(exactly: ["user": "ada"])`.
    ///
    /// The order does not matter. A name that occurs twice means two fields.
    public static func form(
        exactly fields: KeyValuePairs<String, ValueExpectation>
    ) -> RequestMatcher {
        form(exactly: ItemsExpectation(fields))
    }

    package static func form(exactly expected: ItemsExpectation) -> RequestMatcher {
        RequestMatcher(expected.unreadable ?? ItemsClause(kind: .form, expected: expected))
    }
}
