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

extension FolderText {
    /// The paths of all files.
    var paths: Set<String> {
        Set(texts.keys).union(copies.keys).union([ManifestFolder.schemaName])
    }

    /// Writes the files into a draft of a folder.
    ///
    /// A file that says the same there keeps its bytes, since people lay out theirs as they like.
    func write(into draft: DraftFolder, of folder: URL) throws {
        for (path, text) in texts {
            let old = Self.small(folder.appendingPathComponent(path))
            let isKept = old.map { $0 == text || Self.value(of: $0) == Self.value(of: text) }
            try draft.write(isKept == true ? old ?? text : text, to: path)
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

    /// Returns the value of JSON without the line that names its schema, for editors; `nil` for
    /// other text.
    private static func value(of text: Data) -> JSONValue? {
        (try? JSONReader.read(text)).map { value in
            value.object.map { .object($0.filter { $0.key != "$schema" }) } ?? value
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
        let folder = ManifestFolder(draft)
        guard isListOfFiles else {
            let manifest = try FolderReading(folder).manifest.get()
            let again = try FolderText(
                manifest.sets, manifest.presets, manifest.comments, files: [.directory(draft)])
            return try verify(Array(texts.keys), like: again)
        }
        // One file after the other, since all sets at once take several times their size.
        for path in texts.keys where path != ManifestFolder.manifestName {
            let sets = try Manifest.sets(in: path, of: folder)
            let again = try FolderText(sets, [], FolderComments(), files: [.directory(draft)])
            try verify([path], like: again)
        }
    }

    private func verify(_ paths: [String], like other: FolderText) throws(BarricadeError) {
        for path in paths where texts[path] != other.texts[path] {
            throw .unusableFolder("\(path) is not the same when it is read back.")
        }
    }

    /// Moves a file or folder, and replaces an existing file.
    static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
