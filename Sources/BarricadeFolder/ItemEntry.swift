import Barricade
import BarricadeCommon
import BarricadeResources

/// An entry among the sets of a manifest: a set, a resource, or the path of a file with one.
struct ItemEntry: Sendable {
    let node: JSONNode
    /// The sets that were read.
    package var sets: [ResponseSet] = []
    package var place: ManifestPlace?

    static let form = ManifestForm<ItemEntry>(
        read: { place in
            guard let path = place.node.value.string else {
                return ItemEntry(node: place.node, sets: read(place, in: nil), place: place)
            }
            guard place.file.checkPath(path, at: place) else { return nil }
            guard let file = place.file.openFile(path, at: place) else { return nil }
            guard let root = file.root() else { return nil }
            return ItemEntry(node: root.node, sets: read(root, in: path), place: root)
        },
        write: { $0.node },
        schema: {
            ["anyOf": [ManifestForm.file.schema(), ["$ref": "#/definitions/item"]]]
        })

    private static func read(_ place: ManifestPlace, in file: String?) -> [ResponseSet] {
        let isResource =
            if case .object(let members) = place.node.content {
                members.contains { $0.key == "resource" }
            } else {
                false
            }
        let sets =
            isResource
            ? ResourceEntry.object.read(place)?.responseSets(at: place) ?? []
            : [SetEntry.object.read(place)?.responseSet(at: place)].compactMap(\.self)
        let notes = FolderNotes(file: file, comments: place.file.comments(below: place.path))
        return sets.map { set in
            var set = set
            set.folderNotes = notes
            return set
        }
    }
}
