import Barricade
import BarricadeCommon
import Foundation

/// The sets and presets of a folder with a file `barricade.json`.
struct Manifest: Sendable {
    /// An entry among the sets, with its text, to detect edits.
    struct Item: Sendable {
        let text: String
        package let sets: [ResponseSet]
    }

    var items: [Item]
    let presets: [Preset]
    let comments: FolderComments

    package var sets: [ResponseSet] { items.flatMap(\.sets) }

    /// The text of each set's item.
    var texts: [String: String] {
        items.reduce(into: [:]) { texts, item in
            for set in item.sets { texts[set.name] = item.text }
        }
    }

    /// Reads a folder.
    ///
    /// - Parameter statuses: The statuses of all files that affect the result.
    static func read(
        _ folder: ManifestFolder, _ statuses: inout [String: FileStatus?]
    ) -> Result<Manifest, BarricadeError> {
        let name = ManifestFolder.manifestName
        let status = FileStatus(folder.url(of: name).path)
        statuses = [name: status]
        guard status?.isRegular == true else {
            return .failure(
                BarricadeError(
                    .unusableFolder,
                    "The folder \(folder.url.path.shortened) has no file \"\(name)\"."))
        }
        let file: ManifestFile
        do {
            file = try ManifestFile(name, in: folder)
        } catch {
            return .failure(
                BarricadeError(
                    .unusableFolder,
                    "The folder \(folder.url.path.shortened) cannot be read: \(error.localizedDescription)"
                ))
        }
        let manifest = file.root().flatMap(manifest)
        statuses = file.statuses
        let faults = file.messages
        guard let manifest, faults.isEmpty else {
            return .failure(fault(faults, in: folder))
        }
        return .success(manifest)
    }

    static func read(_ folder: ManifestFolder) -> Result<Manifest, BarricadeError> {
        var statuses: [String: FileStatus?] = [:]
        return read(folder, &statuses)
    }

    /// Reads the sets of one file.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with all mistakes in it.
    static func sets(in path: String, of folder: ManifestFolder) throws -> [ResponseSet] {
        let file = try ManifestFile(path, in: folder)
        let sets = file.root().map { ItemEntry.read($0, in: path) } ?? []
        guard file.messages.isEmpty else { throw fault(file.messages, in: folder) }
        return sets
    }

    /// Reads a folder that others may write meanwhile, without waiting for them.
    ///
    /// - Parameters:
    ///   - folder: The folder; it becomes the folder as it was read.
    ///   - statuses: The statuses of all files that affect the result.
    static func readUnlocked(
        _ folder: inout ManifestFolder, _ statuses: inout [String: FileStatus?]
    ) -> Result<Manifest, BarricadeError> {
        for _ in 0..<3 {
            folder = ManifestFolder(folder.url)
            let result = read(folder, &statuses)
            let now = ManifestFolder(folder.url)
            if statuses.allSatisfy({ FileStatus(now.url(of: $0).path) == $1 }) { return result }
        }
        return .failure(
            BarricadeError(
                .unusableFolder,
                """
                The folder \(folder.url.path.shortened) was changed each of three times while it \
                was read.

                To fix: read it again when it has been written.
                """))
    }

    private static func manifest(_ root: ManifestPlace) -> Manifest? {
        guard root.members() != nil else { return nil }
        if let version = root.member("version"),
            let number = version.node.value.int, number > RootEntry.newestVersion
        {
            version.note(
                """
                wants version \(RootEntry.newestVersion), got \(number): the folder is newer than \
                this version of Barricade
                """)
            return nil
        }
        guard let entry = RootEntry.object.read(root) else { return nil }
        let items = entry.sets ?? []
        var setPlaces: [String: ManifestPlace] = [:]
        for item in items {
            for set in item.sets { item.place?.checkUnique(set.name, among: &setPlaces, "set") }
        }
        let sets = NamedSets(items.flatMap(\.sets))
        var presetPlaces: [String: ManifestPlace] = [:]
        let found = root.file.comments(below: JSONPath())
        var comments = FolderComments(root: found[JSONPath()])
        let presets = (entry.presets ?? []).compactMap { item -> Preset? in
            guard let place = item.place, let preset = item.entry.preset(at: place, for: sets)
            else {
                return nil
            }
            place.checkUnique(preset.name, among: &presetPlaces, "preset")
            comments.presets[preset.name] = found[place.path]
            return preset
        }
        return Manifest(
            items: items.map {
                Item(text: "\($0.place?.file.name ?? "") \($0.node.compact)", sets: $0.sets)
            }, presets: presets,
            comments: comments)
    }

    private static func fault(_ faults: [String], in folder: ManifestFolder) -> BarricadeError {
        let shown = faults.prefix(50).map { "  \($0)" }
        let more = faults.count - shown.count
        return BarricadeError(
            .unusableFolder,
            """
            The folder \(folder.url.path.shortened) has \(faults.count.counted("mistake")):
            \(shown.joined(separator: "\n"))\(more > 0 ? "\n  and \(more) more" : "")
            """)
    }
}
