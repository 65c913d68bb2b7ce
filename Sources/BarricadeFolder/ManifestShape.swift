import Barricade
import BarricadeCommon

/// The keys of a kind of object in a manifest, and the rules about them.
///
/// It is not generic, so that the compiler makes this code once for all kinds.
struct ManifestShape: Sendable {
    /// A key without the property for it.
    struct Key: Sendable {
        let name: String
        let isRequired: Bool
        /// The description that an editor shows; may be empty.
        let meaning: String
        let valueSchema: @Sendable () -> JSONValue

        fileprivate var schema: JSONValue {
            guard !meaning.isEmpty, var members = valueSchema().object else { return valueSchema() }
            // Draft 7 ignores keys beside a reference.
            if members["$ref"] != nil { members = ["allOf": [.object(members)]] }
            members["description"] = .string(meaning)
            return .object(members)
        }
    }

    /// The object in words, for messages: `a response`.
    let name: String
    let keys: [Key]
    private let indices: [String: Int]
    /// The keys that have to be there, as bits.
    private let required: UInt64
    let rules: [ManifestRule]
    /// The keys that may break each rule, as bits, and how many of them it takes.
    private let causes: [UInt64]
    private let counts: [Int]
    /// The advice on keys that people may expect, for messages.
    let habits: [String: String]

    init(name: String, keys: [Key], rules: [ManifestRule], habits: [String: String]) {
        (self.name, self.keys, self.rules, self.habits) = (name, keys, rules, habits)
        let indices = Dictionary(uniqueKeysWithValues: zip(keys.map(\.name), keys.indices))
        self.indices = indices
        required = keys.indices.reduce(0) { keys[$1].isRequired ? $0 | 1 << UInt64($1) : $0 }
        causes = rules.map { rule in
            rule.cause.keys.reduce(0) { $0 | 1 << UInt64(indices[$1] ?? 0) }
        }
        counts = rules.map(\.cause.count)
    }

    /// The most steps; deeper values may overflow a small stack.
    private static let mostSteps = 60

    /// Gives the values of an object with the indices of their keys, and notes its faults; returns
    /// false, with a note, if it is not an object.
    func read(_ place: ManifestPlace, _ take: (Int, ManifestPlace) -> Void) -> Bool {
        guard place.depth < Self.mostSteps else {
            place.note("is nested too deeply")
            return false
        }
        guard let members = place.members() else { return false }
        var others: Set<String> = []
        var (hasUnknown, present) = (false, UInt64(0))
        for index in 0..<members.count {
            let member = members[index]
            let inner = place.place(of: member)
            if let index = indices[member.key], present & 1 << UInt64(index) == 0 {
                present |= 1 << UInt64(index)
                take(index, inner)
            } else if indices[member.key] != nil || !others.insert(member.key).inserted {
                let line = place.file.line(of: place.node.member(member.key)?.offset ?? 0)
                place.file.note(
                    "is here twice, first in line \(line)", at: member.offset, inner.path)
            } else if member.key == "comment" {
                if let text = ManifestForm.text.read(inner) {
                    place.file.note(comment: text, at: place.path)
                }
            } else if member.key != "$schema" || place.depth > 0 {
                hasUnknown = true
                place.file.note(
                    "is no key of \(name)\(advice(for: member.key))", at: member.offset, inner.path)
            }
        }
        if present & required != required {
            for index in keys.indices where required & ~present & 1 << UInt64(index) != 0 {
                place.note("wants a key \"\(keys[index].name)\"")
            }
        }
        for index in 0..<rules.count
        where (present & causes[index]).nonzeroBitCount >= counts[index] {
            check(rules[index], of: place, hasUnknown: hasUnknown)
        }
        return true
    }

    private func advice(for key: String) -> String {
        if let habit = habits[key] { return ": write \(habit)" }
        let known = keys.map(\.name) + ["comment"]
        return ". \(NameSuggestion.known(nearestTo: key, among: known))"
    }

    private func check(_ rule: ManifestRule, of place: ManifestPlace, hasUnknown: Bool) {
        guard let (key, problem) = rule.fault(in: place.node.members.map(\.key)) else { return }
        if let key {
            place.refuse(key, problem)
        } else if !hasUnknown {
            // An unknown key may be the missing one.
            place.note(problem)
        }
    }

    /// Returns an object with these values, one for each key; `nil` leaves the key out.
    func object(of values: [JSONNode?]) -> JSONNode {
        var members: [(String, JSONNode)] = []
        for index in keys.indices {
            if let value = values[index] { members.append((keys[index].name, value)) }
        }
        return JSONNode(members: members)
    }

    /// - Parameter isFile: Whether the object may be a whole file.
    func schema(isFile: Bool) -> JSONValue {
        var properties = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.schema) })
        properties["comment"] = ["type": "string"]
        if isFile { properties["$schema"] = [:] }
        var schema: JSONValue = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        if !rules.isEmpty { schema["allOf"] = .array(rules.map(\.schema)) }
        return schema
    }
}
