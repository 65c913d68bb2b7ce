import Barricade
import BarricadeCommon
import BarricadeResources

/// A name and the expectation of its value: `["page"]`, `["page", "2"]`, `["page", {"regex": …}]`.
struct ConditionEntry: Sendable {
    package let name: String
    let expectation: ValueExpectation

    static let form = ManifestForm<ConditionEntry>(
        read: { place in
            guard let elements = place.elements(like: #"["page", "2"]"#) else { return nil }
            guard (1...2).contains(elements.count) else {
                place.note("wants a name, or a name and a value")
                return nil
            }
            guard let name = ManifestForm.name.read(elements[0]) else { return nil }
            guard elements.count == 2 else {
                return ConditionEntry(name: name, expectation: .present)
            }
            return ExpectationEntry.form.read(elements[1]).map {
                ConditionEntry(name: name, expectation: $0)
            }
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
