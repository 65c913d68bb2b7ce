import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

/// A resource in a manifest.
struct ResourceEntry: ManifestEntry {
    var name: String?
    var path: String?
    var group: String?
    var delay: ResponseDelay?
    var ids: IDs?
    var format = usual
    var file: String?
    var items: [JSONNode]?
    var responses: [ResponseEntry]?

    /// The source of ids for new items.
    enum IDs: Sendable, Equatable {
        case numbers, uuids, given
    }

    private static let usual = ResourceFormat()

    static let object = ManifestObject<ResourceEntry>(
        "a resource", rules: [.oneAtMost(["file", "items"])]
    ) {
        Key("resource", \.name, .name, isRequired: true, "With it, the names of its sets end.")
        Key("at", \.path, .name, isRequired: true, "The path or URL of the list.")
        Key("group", \.group, .name, "The group that lists show its sets in.")
        Key("delay", \.delay, DelayEntry.form.named("delay"), "That of responses without one.")
        Key("ids", \.ids, sources, "Where new ids come from; by default as the first one.")
        Key(
            "idKey", \.format.idKey, .name, unless: usual.idKey,
            "The key of an item's id; id by default.")
        Key("itemsKey", \.format.itemsKey, .name, "The key of the object around a list.")
        Key(
            "page", \.format.page, .name, unless: usual.page,
            "The query item of the page; page by default.")
        Key(
            "perPage", \.format.perPage, .name, unless: usual.perPage,
            "Of its size; per_page by default.")
        Key(
            "sort", \.format.sort, .name, unless: usual.sort,
            "Of the fields to sort by; sort by default.")
        Key(
            "pageSize", \.format.pageSize, .integer(1 ... .max), unless: usual.pageSize,
            "20 by default.")
        Key("alwaysPages", \.format.alwaysPages, .flag, unless: false, "Lists always have pages.")
        Key(
            "ignoredQueryItems", \.format.ignoredQueryItems,
            ManifestForm.name.list("name").converted(
                reading: { names, _ in Set(names) }, writing: { $0.sorted() }), unless: [])
        Key("file", \.file, .file, "The path of a file with the items.")
        Key("items", \.items, ManifestForm.json.list("item"), "The initial items.")
        Key(
            "responses", \.responses, SetEntry.response.list("response"),
            "More responses for every set.")
    }

    private static let sources = ManifestForm<IDs>.choice(
        "source", of: [("numbers", .numbers), ("uuids", .uuids), ("given", .given)])
}

// MARK: - Reading

extension ResourceEntry {
    /// Makes the sets of the resource.
    func responseSets(at place: ManifestPlace) -> [ResponseSet] {
        guard let name, let path else { return [] }
        let hasText =
            ids == .uuids || ids != .numbers && firstID(in: place.file.folder)?.string != nil
        // Chosen at run time, so that the compiler does not specialize resources for each type.
        let type: any (Codable & Hashable & Sendable).Type = hasText ? String.self : Int.self
        return sets(name, path, of: type, at: place)
    }

    private func sets<ID: Codable & Hashable & Sendable>(
        _ name: String, _ path: String, of type: ID.Type, at place: ManifestPlace
    ) -> [ResponseSet] {
        var format = format
        format.decoder = JSONDecoder()
        if let key = CodingUserInfoKey.manifestIDKey {
            format.decoder.userInfo[key] = format.idKey
        }
        var seed = Resource<Item<ID>>.Seed.items([])
        if let file { seed = .file(file, place.file.location) }
        if let items {
            seed = .items(
                zip(items, place.member("items")?.elements() ?? []).compactMap { item, place in
                    do {
                        var read = try format.decoder.decode(
                            Item<ID>.self, from: Data(item.compact.utf8))
                        read.node = item
                        return read
                    } catch {
                        let fault = DecodingFault(error)
                        place.note(
                            "is no item: \(fault.subject()) \(fault.reason)")
                        return nil
                    }
                })
        }
        let resource = Resource<Item<ID>>(
            name, path, seed, nil, format, ids == .given ? .given : .automatic, delay,
            place.origin, SetEntry.responses(responses))
        let sets = resource.responseSets
        if !place.file.hasFault(below: place.path) {
            if let fault = resource.fault(in: []) { place.note(fault.message) }
            // The other sets have the same faults.
            for fault in sets.first?.matcher.faults ?? [] { place.note("never matches: \(fault)") }
        }
        return sets.map { set in
            var set = set
            set.group = group
            set.files = place.file.location
            return set
        }
    }

    private func firstID(in folder: ManifestFolder?) -> JSONValue? {
        if let items { return items.first?.value[format.idKey] }
        guard let file, let folder,
            let data = FileManager.default.contents(atPath: folder.path(of: file)),
            let json = try? JSONReader.read(data)
        else { return nil }
        let list = format.itemsKey.flatMap { json[$0] } ?? json
        return list[0]?[format.idKey]
    }
}

extension ResourceEntry {
    /// An item of a resource in a manifest: any JSON object with an id.
    struct Item<ID: Codable & Hashable & Sendable>: Codable, Identifiable, Sendable {
        let id: ID
        let json: JSONValue
        /// The JSON to write in the manifest: as it was written there, if it was.
        var node: JSONNode

        init(from decoder: any Decoder) throws {
            json = try JSONValue(from: decoder)
            node = JSONNode(json)
            let key = TextKey(
                stringValue: CodingUserInfoKey.manifestIDKey.flatMap {
                    decoder.userInfo[$0] as? String
                } ?? "id")
            id = try decoder.container(keyedBy: TextKey.self).decode(ID.self, forKey: key)
        }

        func encode(to encoder: any Encoder) throws {
            try json.encode(to: encoder)
        }
    }
}

extension CodingUserInfoKey {
    /// The user-info key for the key of an item's id.
    static let manifestIDKey = CodingUserInfoKey(rawValue: "Barricade.id")
}
