/// A value that an object of a manifest is read into, key by key.
protocol ManifestEntry: Sendable {
    /// Makes the entry of an object without keys.
    init()
}

/// A kind of object in a manifest: its keys, in the order in which they are written.
struct ManifestObject<Entry: ManifestEntry>: Sendable {
    /// The object in words, for messages: `a response`.
    let name: String
    let keys: [ManifestKey<Entry>]
    let rules: [ManifestRule]

    /// Deeper ones would need too much of a small stack.
    private static var mostSteps: Int { 60 }

    init(
        _ name: String, rules: [ManifestRule] = [],
        @ManifestKeyBuilder<Entry> keys: () -> [ManifestKey<Entry>]
    ) {
        self.name = name
        self.keys = keys()
        self.rules = rules
    }

    var form: ManifestForm<Entry> {
        ManifestForm(read: { read($0) }, write: { write($0) }, schema: { schema() })
    }

    func read(_ place: ManifestPlace) -> Entry? {
        guard place.path.steps.count < Self.mostSteps else {
            place.note("is nested too deeply")
            return nil
        }
        guard let members = place.members() else { return nil }
        var entry = Entry()
        var found: [String: JSONNode.Member] = [:]
        var hasUnknown = false
        for (member, inner) in members {
            if let first = found.updateValue(member, forKey: member.key) {
                let line = place.file.line(of: first.offset)
                place.file.note(
                    "is here twice, first in line \(line)", at: member.offset, inner.path)
            } else if let key = keys.first(where: { $0.name == member.key }) {
                key.read(inner, &entry)
            } else if member.key == "comment" {
                if let text = ManifestForm.text.read(inner) {
                    place.file.note(comment: text, at: place.path)
                }
            } else if member.key != "$schema" || !place.path.steps.isEmpty {
                hasUnknown = true
                let known = NameSuggestion.list(
                    nearestTo: member.key, among: keys.map(\.name) + ["comment"], limit: 4)
                place.file.note(
                    "is no key of \(name). Known: \(known)", at: member.offset, inner.path)
            }
        }
        for key in keys where key.isRequired && found[key.name] == nil {
            place.note("wants a key \"\(key.name)\"")
        }
        let present = members.map(\.key.key)
        for rule in rules {
            guard let (key, problem) = rule.fault(in: present) else { continue }
            // The unknown key may be the missing one.
            if key == nil, hasUnknown { continue }
            let member = key.flatMap { found[$0] }
            place.file.note(
                problem, at: member?.offset ?? place.node.offset,
                member.map { place.path.appending(.key($0.key)) } ?? place.path)
        }
        return entry
    }

    func write(_ entry: Entry) -> JSONNode {
        JSONNode(members: keys.compactMap { key in key.write(entry).map { (key.name, $0) } })
    }

    /// - Parameter isFile: Whether the object may be the whole of a file.
    func schema(isFile: Bool = false) -> JSONValue {
        var properties = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0.schema()) })
        properties["comment"] = ["type": "string"]
        if isFile { properties["$schema"] = [:] }
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema: JSONValue = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required) }
        if !rules.isEmpty { schema["allOf"] = .array(rules.map(\.schema)) }
        return schema
    }
}
