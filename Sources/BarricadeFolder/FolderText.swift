import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

/// The files of a folder: the JSON to write, and the body files to copy.
struct FolderText {
    /// The text of each file but the schema, without spaces, by its path.
    private(set) var texts: [String: Data] = [:]
    /// The sources of the body files, by their paths.
    let copies: [String: String]
    /// The paths of the files that are written already.
    private var written: [String] = []
    /// Whether the manifest only lists files of sets.
    let isListOfFiles: Bool

    /// Writes sets and presets.
    ///
    /// - Parameter written: The paths of the files of each set that is written already.
    /// - Throws: `BarricadeError.Code.unusableFolder` that names everything that is code.
    init(
        _ sets: [ResponseSet], _ presets: [Preset], _ comments: FolderComments,
        files: FileLocation, target: FolderTarget? = nil, written: [[String]?] = []
    ) throws(BarricadeError) {
        let plan = FolderPlan(files: files, target: target)
        // Few need it, and it takes as much memory as the sets.
        let named = NamedSets(presets.isEmpty && sets.allSatisfy { $0.resource == nil } ? [] : sets)
        var setFiles = Set(sets.compactMap { $0.folderNotes?.file }.filter(plan.take))
        var items: [JSONNode] = []
        var resources: Set<ObjectIdentifier> = []
        for (index, set) in sets.enumerated() {
            if index < written.count, let paths = written[index] {
                self.written += paths
                items.append(JSONNode(.string(paths[0])))
                continue
            }
            plan.begin(set)
            if let resource = set.resource, !resources.insert(ObjectIdentifier(resource)).inserted {
                continue
            }
            var node = Self.node(of: set, among: named, in: plan)
            // Two folders may have a file of that name; the second set is then in the manifest.
            if let file = set.folderNotes?.file, setFiles.remove(file) != nil {
                texts[file] = node.withSchema(from: file).compactData
                node = JSONNode(.string(file))
            }
            items.append(node)
        }
        plan.check(presets, for: named)
        guard plan.problems.isEmpty else { throw Self.fault(plan.problems) }
        copies = plan.copies
        isListOfFiles = presets.isEmpty && items.allSatisfy { $0.members.isEmpty }
        texts[ManifestFolder.manifestName] =
            Self.root(items, presets, comments).withSchema(from: "").compactData
    }

    private static func root(
        _ sets: [JSONNode], _ presets: [Preset], _ comments: FolderComments
    ) -> JSONNode {
        let entry = RootEntry(
            version: RootEntry.newestVersion, sets: sets.map { ItemEntry(node: $0) },
            presets: presets.isEmpty ? nil : presets.map { PresetEntry($0) })
        var root = RootEntry.object.write(entry)
        if let comment = comments.root { root.add(comment: comment, at: []) }
        for (index, preset) in presets.enumerated() {
            guard let comment = comments.presets[preset.name] else { continue }
            root.add(comment: comment, at: [.key("presets"), .index(index)])
        }
        return root
    }

    /// Returns the JSON of a set, or of the resource that it belongs to, with its comments.
    private static func node(
        of set: ResponseSet, among sets: NamedSets, in plan: FolderPlan
    ) -> JSONNode {
        var node = plainNode(of: set, among: sets, in: plan)
        let comments = set.folderNotes?.comments ?? [:]
        for (path, comment) in comments.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            node.add(comment: comment, at: path.steps[...])
        }
        return node
    }

    private static func plainNode(
        of set: ResponseSet, among sets: NamedSets, in plan: FolderPlan
    ) -> JSONNode {
        guard let owner = set.resource else {
            return SetEntry.object.write(SetEntry(set, in: plan))
        }
        guard let resource = owner as? any WritableResource else {
            plan.note("is that of a resource whose items are of the app's own type")
            return JSONNode(.null)
        }
        for own in resource.responseSets {
            let found = sets[own.name]
            if found?.matcher != own.matcher
                || found?.responses.map(\.name) != own.responses.map(\.name)
            {
                plan.note("belongs to a resource whose set \"\(own.name)\" is missing or changed")
            }
        }
        var entry = resource.entry(in: plan)
        entry.group = set.group
        return ResourceEntry.object.write(entry)
    }

    private static func fault(_ problems: [String]) -> BarricadeError {
        let shown = problems.prefix(8).map { "  \($0)\($0.hasSuffix(".") ? "" : ".")" }
        let more = problems.count - shown.count
        return .unusableFolder(
            """
            These sets cannot be written to a folder:
            \(shown.joined(separator: "\n"))\(more > 0 ? "\n  and \(more) more" : "")

            To fix: write a barricade without them, try Barricade(…).write(to: …).
            """)
    }
}

// MARK: - Files

extension FolderText {
    /// The paths of all files.
    var paths: Set<String> {
        Set(texts.keys).union(copies.keys).union(written).union([ManifestFolder.schemaName])
    }

    /// Writes a set that is alone in its subfolder into a draft that has its bodies; returns the
    /// paths of its files, its own first.
    static func write(_ set: ResponseSet, into draft: DraftFolder) throws -> [String] {
        let (file, plan) = (set.folderNotes?.file ?? "", FolderPlan(files: draft.location))
        plan.begin(set)
        let text = node(of: set, among: NamedSets([]), in: plan).withSchema(from: file).compactData
        guard plan.problems.isEmpty else { throw fault(plan.problems) }
        try draft.write(JSONLayout.laidOut(text), to: file)
        if set.folderNotes?.isPlain != true { try verify(file, like: text, in: draft) }
        return [file] + plan.copies.keys
    }

    /// Writes the files into a draft of a folder.
    ///
    /// What says the same there keeps its bytes, since people write theirs as they like.
    ///
    /// - Parameter before: Returns the files that the folder's own sets would have.
    func write(
        into draft: DraftFolder, of folder: URL, before: () -> FolderText?
    ) throws {
        lazy var known = before()?.texts ?? [:]
        for (path, text) in texts {
            var text = JSONLayout.laidOut(text)
            if let old = Self.small("\(folder.path)/\(path)"), old != text {
                let usual = JSONLayout.laidOut(known[path] ?? old)
                if usual != old {
                    text = JSONEdits.text(old, thatSays: usual, changedTo: text) ?? text
                }
            }
            try draft.write(text, to: path)
        }
        try draft.write(Data(ManifestSchema.text.utf8), to: ManifestFolder.schemaName)
        for (path, file) in copies where file != draft.path(of: path) {
            let (source, target) = (
                URL(fileURLWithPath: file), URL(fileURLWithPath: try draft.prepare(path))
            )
            if draft.holds(file) {
                try DraftFolder.rename(source, to: target)
            } else {
                try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: target)
            }
        }
    }

    /// Returns the content of a file that people may have written; `nil` for a large one, of which
    /// reading takes long.
    private static func small(_ file: String) -> Data? {
        guard let status = FileStatus(file), status.isRegular, status.size < 1 << 20 else {
            return nil
        }
        return FileManager.default.contents(atPath: file)
    }

    /// Reads the folder back and checks that it gives the same JSON.
    func verify(_ draft: DraftFolder) throws {
        let folder = ManifestFolder(draft.url)
        guard isListOfFiles else {
            let manifest = try FolderReading(folder).manifest.get()
            let again = try FolderText(
                manifest.sets, manifest.presets, manifest.comments, files: draft.location)
            for (path, text) in texts where again.texts[path] != text { throw Self.changed(path) }
            return
        }
        // One file after the other, since all sets at once take several times their size.
        for (path, text) in texts where path != ManifestFolder.manifestName {
            try Self.verify(path, like: text, in: draft)
        }
    }

    private static func verify(_ path: String, like text: Data, in draft: DraftFolder) throws {
        let sets = try Manifest.sets(in: path, of: ManifestFolder(draft.url))
        let plan = FolderPlan(files: draft.location)
        let again = sets.first.map { set in
            plan.begin(set)
            return node(of: set, among: NamedSets(sets), in: plan)
        }
        guard plan.problems.isEmpty else { throw fault(plan.problems) }
        guard again?.withSchema(from: path).compactData == text else { throw changed(path) }
    }

    private static func changed(_ path: String) -> BarricadeError {
        .unusableFolder("\(path) is not the same when it is read back.")
    }
}

// MARK: - Comments

extension JSONNode {
    /// Adds a comment to the object at a place, or else to the nearest one around it.
    @discardableResult
    fileprivate mutating func add(comment: String, at steps: ArraySlice<JSONPath.Step>) -> Bool {
        switch (content, steps.first) {
        case (.object(var members), let step):
            if case .key(let key)? = step, let index = members.firstIndex(where: { $0.key == key }),
                members[index].value.add(comment: comment, at: steps.dropFirst())
            {
                content = .object(members)
                return true
            }
            if members.first?.key == "comment", let other = members[0].value.value.string {
                members[0].value = JSONNode(.string("\(other) \(comment)"))
            } else {
                members.insert(contentsOf: Self.members([("comment", .string(comment))]), at: 0)
            }
            content = .object(members)
            return true
        case (.array(var elements), .index(let index)?) where elements.indices.contains(index):
            guard elements[index].add(comment: comment, at: steps.dropFirst()) else { return false }
            content = .array(elements)
            return true
        default:
            return false
        }
    }

    /// Returns the object with the path of the schema before its members.
    fileprivate func withSchema(from file: String) -> JSONNode {
        let depth = file.utf8.count { $0 == UInt8(ascii: "/") }
        let way = depth > 0 ? String(repeating: "../", count: depth) : "./"
        let path = JSONValue.string(way + ManifestFolder.schemaName)
        var node = self
        node.content = .object(Self.members([("$schema", path)]) + members)
        return node
    }

    private static func members(_ values: [(String, JSONValue)]) -> [Member] {
        JSONNode(members: values.map { ($0, JSONNode($1)) }).members
    }
}
