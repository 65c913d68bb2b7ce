import Barricade
import BarricadeCommon
import Foundation

/// The final files of a save, beside their folder until each has been moved into it.
///
/// Anybody can put files there, in a repository for example. So they count only if a save of this
/// folder, by this user, on this disk, has left them as they are.
struct FinalFiles: Sendable {
    /// What the save adds to its files.
    private struct List: Codable {
        /// The digests of all files, by their paths.
        let files: [String: UInt64]
        /// The paths of the files to remove from the folder.
        let removed: [String]
    }

    private let url: URL
    private let list: List

    /// The paths of the files, the manifest last.
    var paths: [String] {
        let manifest = ManifestFolder.manifestName
        return list.files.keys.filter { $0 != manifest }.sorted() + [manifest]
    }

    var removed: [String] { list.removed }

    /// Whether none has been moved into the folder.
    var isComplete: Bool { paths.allSatisfy { url(of: $0) != nil } }

    var location: FileLocation { .confined(to: url) }

    /// Returns the final file of a path in the folder; `nil` if there is none.
    func url(of path: String) -> URL? {
        let file = url.appendingPathComponent(path)
        return list.files[path] != nil && FileStatus(file.path) != nil ? file : nil
    }

    /// Removes them, after one step that makes them a draft: parts of them would be no one's.
    func remove(as draft: URL) throws {
        try DraftFolder.rename(url, to: draft)
        try FileManager.default.removeItem(at: draft)
    }

    /// Finds the final files of a folder; `nil` if there are none.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` if no save has left what is there.
    init?(of folder: URL) throws(BarricadeError) {
        let url = FolderWriter.hidden("final", folder)
        var status = stat()
        guard lstat(url.path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            let list = Self.list(in: url, of: folder),
            list.files.allSatisfy({ Self.isWhole($0, digest: $1, in: url, of: folder) }),
            list.removed.allSatisfy({ ManifestFolder.fault(ofSpelling: $0) == nil })
        else {
            throw .unusableFolder(
                """
                beside it is \(url.path.shortened), which no save of this folder has left like that.

                To fix: look at it, and remove it.
                """)
        }
        (self.url, self.list) = (url, list)
    }

    private static func list(in url: URL, of folder: URL) -> List? {
        guard let file = listName(in: url, of: folder).map(url.appendingPathComponent),
            FileStatus(file.path)?.isRegular == true, let data = try? Data(contentsOf: file)
        else { return nil }
        return try? JSONDecoder().decode(List.self, from: data)
    }

    /// Returns a name with the numbers of both folders in the file system, which a copy does not
    /// have; `nil` if one does not exist.
    private static func listName(in url: URL, of folder: URL) -> String? {
        var (status, draft) = (stat(), stat())
        guard lstat(folder.path, &status) == 0, lstat(url.path, &draft) == 0 else { return nil }
        return ".barricade-final-\(status.st_ino)-\(draft.st_ino).json"
    }

    /// Returns whether a file is as it was written, or has been moved into the folder.
    private static func isWhole(
        _ path: String, digest: UInt64, in url: URL, of folder: URL
    ) -> Bool {
        guard ManifestFolder.fault(ofSpelling: path) == nil else { return false }
        let file = url.appendingPathComponent(path)
        guard let status = FileStatus(file.path) else {
            return FileStatus(folder.appendingPathComponent(path).path) != nil
        }
        return status.isRegular && file.resolvingSymlinksInPath() == file
            && (try? Data(contentsOf: file))?.digest == digest
    }

    /// Makes a draft the final files of a folder, in one step.
    static func commit(
        _ draft: DraftFolder, paths: Set<String>, removing removed: [String], in folder: URL
    ) throws {
        let digests = try paths.map { path in
            (path, try Data(contentsOf: URL(fileURLWithPath: draft.path(of: path))).digest)
        }
        let list = List(files: Dictionary(uniqueKeysWithValues: digests), removed: removed)
        try draft.write(
            JSONEncoder().encode(list), to: listName(in: draft.url, of: folder) ?? "")
        try DraftFolder.rename(draft.url, to: FolderWriter.hidden("final", folder))
    }
}
