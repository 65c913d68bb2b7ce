extension ValueExpectation {
    /// Returns the wanted and the found values of an item, without secrets.
    ///
    /// - Parameter values: The values of the items with that name, in order; `nil` for an item
    ///   without a value.
    func difference(
        from values: [String?], of kind: String, named name: String, isSecret: Bool? = nil
    ) -> Difference {
        let isSecret = isSecret ?? Secrets.isSecret(name)
        return Difference(
            wants: wanted("\(kind) \(name.shortened)", isSecret: isSecret),
            got: got(values, isSecret: isSecret))
    }

    private func wanted(_ item: String, isSecret: Bool) -> String {
        switch kind {
        case .present: item
        case .absent: "no \(item)"
        case .noValue: "\(item) without a value"
        case .equal(let value):
            isSecret ? "\(item) with the value given" : "\(item) \(Self.shown(value))"
        case .prefix(let text):
            isSecret
                ? "\(item) starting with the text given"
                : "\(item) starting with \(Self.shown(text))"
        case .containing(let text):
            isSecret
                ? "\(item) containing the text given" : "\(item) containing \(Self.shown(text))"
        case .regex(let regex):
            isSecret
                ? "\(item) matching the expression given"
                : "\(item) matching \(regex.pattern.shortened)"
        case .unreadable(let fault): fault
        }
    }

    private func got(_ values: [String?], isSecret: Bool) -> String {
        guard !values.isEmpty else { return "none" }
        if isSecret {
            return kind == .absent ? "one" : values == [nil] ? "no value" : "another value"
        }
        let shown = values.prefix(3).map { $0.map(Self.shown) ?? "no value" }
        let more = values.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Returns a value in quotes, with masked secrets.
    static func shown(_ value: String) -> String {
        Secrets.masked(value: value).shortened.debugDescription
    }

    /// Returns the expectation as a predicate: `is 2`, `matches [0-9]+`, `has no value`.
    ///
    /// - Parameter isMasked: Whether to leave out the value.
    func predicate(isMasked: Bool) -> String {
        switch kind {
        case .present, .absent: "is \(self)"
        case .noValue: "has no value"
        case _ where isMasked: "is the value given"
        case .regex(let regex): "matches \(regex.pattern)"
        default: "is \(self)"
        }
    }

    /// Returns the predicate for messages about an item with this name.
    func maskedPredicate(for name: String) -> String {
        let isSecret = Secrets.isSecret(name)
        return switch kind {
        case .equal(let value) where !isSecret:
            ValueExpectation.equal(Secrets.masked(value: value)).predicate(isMasked: false)
        default: predicate(isMasked: isSecret)
        }
    }
}
