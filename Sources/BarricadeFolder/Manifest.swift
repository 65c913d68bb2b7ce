import Barricade
import BarricadeCommon
import Foundation

/// The sets and presets of a folder with a file `barricade.json`.
struct Manifest: Sendable {
    /// An entry among the sets, with its text, to detect edits.
    struct Item: Sendable {
        let text: String
        let sets: [ResponseSet]
    }

    var items: [Item]
    let presets: [Preset]
    let comments: FolderComments
    /// The paths of the files with sets, bodies and items.
    private(set) var files: Set<String> = []

    var sets: [ResponseSet] { items.flatMap { $0.sets } }

    /// The text of each set's item.
    var texts: [String: String] {
        items.reduce(into: [:]) { texts, item in
            for set in item.sets { texts[set.name] = item.text }
        }
    }

    /// Reads the manifest of a folder.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with all mistakes in it.
    init(_ file: ManifestFile, in folder: ManifestFolder) throws(BarricadeError) {
        let manifest = file.root().flatMap { Manifest($0) }
        guard let manifest, file.messages.isEmpty else {
            throw Self.fault(file, in: folder)
        }
        self = manifest
        files = file.named
    }

    /// Reads the sets of one file.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with all mistakes in it.
    static func sets(in path: String, of folder: ManifestFolder) throws -> [ResponseSet] {
        let file = try ManifestFile(path, in: folder)
        let sets = file.root().map { ItemEntry.read($0, in: path) } ?? []
        guard file.messages.isEmpty else { throw fault(file, in: folder) }
        return sets
    }

    private init?(_ root: ManifestPlace) {
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
        var setPlaces: [String: ManifestPlace] = [:]
        items = (entry.sets ?? []).map { item in
            // The sets of a resource share its name: one that is taken says enough.
            for set in item.sets
            where item.place?.isUnique(set.name, among: &setPlaces, "set") == false { break }
            let text = "\(item.place?.file.name ?? "") \(item.node.compact)"
            return Item(text: text, sets: item.sets)
        }
        let sets = NamedSets(entry.presets == nil ? [] : items.flatMap(\.sets))
        var presetPlaces: [String: ManifestPlace] = [:]
        let found = root.file.comments(below: JSONPath())
        var comments = FolderComments(root: found[JSONPath()])
        presets = (entry.presets ?? []).compactMap { item -> Preset? in
            guard let place = item.place, let preset = item.preset(for: sets) else { return nil }
            place.isUnique(preset.name, among: &presetPlaces, "preset")
            comments.presets[preset.name] = found[place.path]
            return preset
        }
        self.comments = comments
    }

    private static func fault(
        _ file: ManifestFile, in folder: ManifestFolder
    ) -> BarricadeError {
        let (faults, atLeast) = (file.messages, file.hasMore ? "more than " : "")
        let shown = faults.prefix(50).map { "  \($0)" }
        let more = faults.count - shown.count
        return .unusableFolder(
            """
            The folder \(folder.url.path.shortened) has \(atLeast)\(faults.count.counted("mistake")):
            \(shown.joined(separator: "\n"))\(more > 0 ? "\n  and \(atLeast)\(more) more" : "")
            """)
    }
}

/// A folder as it was read, and the files that it was read from.
struct FolderReading: Sendable {
    let folder: ManifestFolder
    private(set) var manifest: Result<Manifest, BarricadeError>
    /// The statuses of all files that affect the result.
    var statuses: [String: FileStatus?]

    init(_ folder: ManifestFolder) {
        self.folder = folder
        let name = ManifestFolder.manifestName
        var statuses = [name: FileStatus(folder.path(of: name))]
        manifest = Result { () throws(BarricadeError) in
            guard statuses[name]??.isRegular == true else {
                throw .unusableFolder(
                    "The folder \(folder.url.path.shortened) has no file \"\(name)\".")
            }
            let file: ManifestFile
            do {
                file = try ManifestFile(name, in: folder)
            } catch {
                throw .unusableFolder(
                    "The folder \(folder.url.path.shortened) cannot be read: \(error.localizedDescription)"
                )
            }
            defer { statuses = file.statuses }
            return try Manifest(file, in: folder)
        }
        self.statuses = statuses
    }

    /// Reads a folder that others may write meanwhile, without waiting for them.
    init(unlocked url: URL) {
        self.init(ManifestFolder(url))
        var count = 1
        while statuses(in: ManifestFolder(url)) != statuses {
            guard count < 3 else {
                manifest = .failure(
                    .unusableFolder(
                        """
                        The folder \(url.path.shortened) was changed each of three times while it \
                        was read.

                        To fix: read it again when it has been written.
                        """))
                return
            }
            self.init(ManifestFolder(url))
            count += 1
        }
    }

    /// Returns the statuses of these files now.
    func statuses(in folder: ManifestFolder) -> [String: FileStatus?] {
        Dictionary(
            uniqueKeysWithValues: statuses.keys.map { ($0, FileStatus(folder.path(of: $0))) })
    }
}
