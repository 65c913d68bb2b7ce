import Barricade
import BarricadeCommon
package import Foundation

/// A temporary folder for files that are later moved to their final folder.
package final class DraftFolder {
    package let url: URL
    /// The paths of its subfolders.
    private var folders: Set<Substring> = []

    init(_ url: URL) {
        self.url = url
    }

    func path(of file: String) -> String { "\(url.path)/\(file)" }

    /// Returns the path of a file whose subfolder exists.
    func prepare(_ file: String) throws -> String {
        let folder = file.lastIndex(of: "/").map { file[..<$0] } ?? ""
        if folders.insert(folder).inserted {
            try FileManager.default.createDirectory(
                atPath: path(of: String(folder)), withIntermediateDirectories: true)
        }
        return path(of: file)
    }

    /// Writes a file.
    package func write(_ data: Data, to file: String) throws {
        let path = try prepare(file)
        // Foundation waits for the disk with each file; thousands would take minutes.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileLock.Failure(path, "cannot be written") }
        defer { close(descriptor) }
        try FileLock.write(data, to: descriptor, at: path)
    }
}

extension JSONValue {
    /// The value without the line that names its schema, for editors.
    fileprivate var withoutSchema: JSONValue {
        object.map { .object($0.filter { $0.key != "$schema" }) } ?? self
    }
}

extension FolderText {
    /// The paths of all files.
    var paths: Set<String> {
        Set(nodes.keys).union(copies.keys).union([ManifestFolder.schemaName])
    }

    /// Writes the files into a draft of a folder.
    ///
    /// A file that says the same there keeps its bytes, since people lay out theirs as they like.
    func write(into draft: DraftFolder, of folder: URL) throws {
        for (path, node) in nodes {
            var text = Data(node.laidOut.utf8)
            if let old = Self.small(folder.appendingPathComponent(path)), old != text,
                let known = try? JSONNode.read(Array(old)),
                known.value.withoutSchema == node.value.withoutSchema
            {
                text = old
            }
            try draft.write(text, to: path)
        }
        try draft.write(Data(ManifestSchema.text.utf8), to: ManifestFolder.schemaName)
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

    /// Returns the content of a file that people may have written; `nil` for a large one, of which
    /// reading takes long.
    private static func small(_ file: URL) -> Data? {
        guard let status = FileStatus(file.path), status.isRegular, status.size < 1 << 20 else {
            return nil
        }
        return try? Data(contentsOf: file)
    }

    /// Reads the folder back and checks that it gives the same JSON.
    func verify(_ draft: URL) throws {
        let manifest = try Manifest.read(ManifestFolder(draft)).get()
        let again = try FolderText(
            manifest.sets, manifest.presets, manifest.comments, files: [.directory(draft)])
        for (path, node) in nodes where again.nodes[path]?.isSpelled(like: node) != true {
            throw BarricadeError(.unusableFolder, "\(path) is not the same when it is read back.")
        }
    }

    /// Moves a file or folder, and replaces an existing file.
    static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
