import Barricade
import BarricadeCommon

/// A preset in a manifest.
struct PresetEntry: ManifestEntry {
    var place: ManifestPlace?
    var name: String?
    var everySet: String?
    var selection: [String: String]?

    static let object = ManifestObject<PresetEntry>(
        "a preset", rules: [.needs("name", oneOf: ["select", "everySet"])],
        habits: ["preset": #""name""#]
    ) {
        Key("name", \.name, .name, isRequired: true, "Unique in the folder.")
        Key("everySet", \.everySet, .name, "The response that it selects in each set that has it.")
        Key("select", \.selection, names, "The names of responses by those of sets.")
    }

    /// Names by names.
    private static let names = ManifestForm<[String: String]>(
        read: { place in
            var names: [String: String] = [:]
            var lines: [String: Int] = [:]
            for member in place.members() ?? [] {
                let inner = place.place(of: member)
                let line = place.file.line(of: member.offset)
                if let first = lines.updateValue(line, forKey: member.key) {
                    place.file.note(
                        "is here twice, first in line \(first)", at: member.offset, inner.path)
                }
                names[member.key] = ManifestForm.name.read(inner)
            }
            return names
        },
        write: { names in
            JSONNode(
                members: names.orderedKeys.compactMap { set in
                    names[set].map { (set, JSONNode(.string($0))) }
                })
        },
        schema: { ["type": "object", "additionalProperties": ManifestForm.name.schema()] })
}

extension PresetEntry {
    init(_ preset: Preset) {
        name = preset.name
        everySet = preset.everySet
        let names = preset.selection.responses
        selection = names.isEmpty && everySet != nil ? nil : names
    }

    /// Makes the preset, with a check of the names in it.
    func preset(for sets: NamedSets) -> Preset? {
        guard let name else { return nil }
        let selection = Preset.Selection(selection ?? [:])
        let selected = place?.member("select")
        for (name, response) in selection.ordered {
            guard let set = sets[name] else {
                selected?.noteUnknown(name, "set", among: sets.names, at: name)
                continue
            }
            if set[response] == nil {
                selected?.noteUnknown(
                    response, "response", among: set.responses.map(\.name), at: name)
            }
        }
        guard let everySet else { return Preset(name, selection) }
        if !sets.responses.contains(everySet) {
            place?.noteUnknown(
                everySet, "response", among: sets.responses.sorted(), at: "everySet")
        }
        return Preset(name, everySet: everySet, except: selection)
    }
}

/// Sets by their names, and the names of their responses.
struct NamedSets {
    /// The names of the sets, in order.
    let names: [String]
    /// The names of all responses.
    let responses: Set<String>
    private let sets: [ResponseSet]
    private let places: [String: Int]

    init(_ sets: [ResponseSet]) {
        names = sets.map(\.name)
        responses = Set(sets.flatMap { $0.responses.map(\.name) })
        self.sets = sets
        places = Dictionary(zip(names, sets.indices)) { first, _ in first }
    }

    subscript(name: String) -> ResponseSet? { places[name].map { sets[$0] } }
}
