import Barricade
import BarricadeCommon

/// An expectation of a value in a manifest: the value itself, or a condition.
struct ExpectationEntry: ManifestEntry {
    var prefix: String?
    var containing: String?
    var regex: String?
    var noValue: Bool?
    var absent: Bool?

    static let object = ManifestObject<ExpectationEntry>(
        "an expectation", rules: [.one(["prefix", "containing", "regex", "noValue", "absent"])]
    ) {
        Key("prefix", \.prefix, .text, "How the value starts.")
        Key("containing", \.containing, .text)
        Key("regex", \.regex, .text, "An expression for NSRegularExpression.")
        Key("noValue", \.noValue, .flag, "A name without =.")
        Key("absent", \.absent, .flag, "No such item or field.")
    }

    static let form = ManifestForm<ValueExpectation>.short(
        .text, or: object.form(\.expectation, ExpectationEntry.init), lengthened: { .equal($0) },
        shortened: { if case .equal(let value) = $0.kind { value } else { nil } })
}

extension ExpectationEntry {
    init(_ expectation: ValueExpectation) {
        switch expectation.kind {
        case .prefix(let text): prefix = text
        case .containing(let text): containing = text
        case .regex(let expression): regex = expression.pattern
        case .noValue: noValue = true
        case .absent: absent = true
        case .present, .equal, .unreadable: break
        }
    }

    private var expectation: ValueExpectation? {
        if let prefix { return .prefix(prefix) }
        if let containing { return .containing(containing) }
        if let regex { return .regex(regex) }
        if noValue != nil { return .noValue }
        return absent == nil ? nil : .absent
    }
}

/// A name and the expectation of its value: `["page"]`, `["page", "2"]`, `["page", {"regex": …}]`.
enum ConditionEntry {
    typealias Condition = (name: String, expectation: ValueExpectation)

    static let form = ManifestForm<Condition>(
        read: { place in
            guard let elements = place.elements(like: #"["page", "2"]"#) else { return nil }
            guard (1...2).contains(elements.count) else {
                place.note("wants a name, or a name and a value")
                return nil
            }
            guard let name = ManifestForm.name.read(elements[0]) else { return nil }
            guard elements.count == 2 else { return (name, .present) }
            return ExpectationEntry.form.read(elements[1]).map { (name, $0) }
        },
        write: { condition in
            let name = ManifestForm.name.write(condition.name)
            return JSONNode(
                elements: condition.expectation == .present
                    ? [name] : [name, ExpectationEntry.form.write(condition.expectation)])
        },
        schema: {
            [
                "type": "array", "items": [ManifestForm.name.schema(), expectation.schema()],
                "minItems": 1, "maxItems": 2,
            ]
        })

    private static let expectation = ExpectationEntry.form.named("expectation")
}
