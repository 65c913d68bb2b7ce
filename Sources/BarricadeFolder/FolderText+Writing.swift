import Barricade
import BarricadeCommon
import BarricadeResources
import Foundation

extension FolderText {
    /// The paths of all files.
    var paths: Set<String> { Set(texts.keys).union(copies.keys) }

    func write(into draft: DraftFolder) throws {
        for (path, text) in texts { try draft.write(Data(text.utf8), to: path) }
        for (path, source) in copies where source.path != draft.path(of: path) {
            let isDrafted = source.path.hasPrefix("\(draft.url.path)/")
            let target = URL(fileURLWithPath: try draft.prepare(path))
            if isDrafted {
                try Self.rename(source, to: target)
            } else {
                try FileManager.default.copyItem(at: source.resolvingSymlinksInPath(), to: target)
            }
        }
    }

    /// Reads the folder back and checks that it gives the same text.
    func verify(_ draft: URL) throws {
        let manifest = try Manifest.read(ManifestFolder(draft)).get()
        let again = try FolderText(
            manifest.sets, manifest.presets, manifest.comments, files: [.directory(draft)])
        for (path, text) in texts where again.texts[path] != text {
            throw BarricadeError(.unusableFolder, "\(path) is not the same when it is read back.")
        }
    }

    /// Moves the files into a folder, each in one step.
    ///
    /// The folder can be read after each step, since a file is moved after those that it names.
    func move(_ draft: URL, to target: URL) throws -> FolderChanges {
        let files = FileManager.default
        guard FileStatus(target.path) != nil else {
            try Self.rename(draft, to: target)
            return FolderChanges(added: paths.sorted())
        }
        var changes = FolderChanges()
        let manifest = ManifestFolder.manifestName
        let inOrder =
            copies.orderedKeys + texts.orderedKeys.filter { $0 != manifest } + [manifest]
        for path in inOrder {
            let source = draft.appendingPathComponent(path)
            let file = try Self.prepare(path, in: target)
            // A file that stays the same keeps its date.
            guard !files.contentsEqual(atPath: source.path, andPath: file.path) else { continue }
            let isNew = FileStatus(file.path) == nil
            try Self.rename(source, to: file)
            if isNew { changes.added.append(path) } else { changes.changed.append(path) }
        }
        changes.added.sort()
        changes.changed.sort()
        return changes
    }

    /// Returns the URL of a file whose folder exists.
    private static func prepare(_ path: String, in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }

    /// Moves a file or folder, and replaces an existing file.
    private static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
