import Barricade
import Foundation

extension URL {
    /// Whether it is the URL of a folder.
    var isFolder: Bool { FileStatus(path)?.isFolder == true }

    /// Whether it is the URL of a folder with a manifest.
    var hasSets: Bool { FileStatus(appendingPathComponent("barricade.json").path) != nil }

    /// Whether it is the URL of a manifest.
    var isManifest: Bool {
        lastPathComponent == "barricade.json" && deletingLastPathComponent().hasSets
    }

    /// Runs a closure with the file, or with a copy of a pipe, which can be read only once.
    func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
        guard let status = FileStatus(path), !status.isRegular, !status.isFolder,
            let pipe = FileHandle(forReadingAtPath: path)
        else { return try body(self) }
        let (manager, name) = (FileManager.default, "barricade-\(UUID().uuidString)")
        let folder = manager.temporaryDirectory.appendingPathComponent(name)
        // Only this user may read it, since what comes may hold secrets.
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? manager.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(lastPathComponent)
        try (try pipe.readToEnd() ?? Data()).write(to: copy)
        return try body(copy)
    }

    /// Throws an error unless it is the URL of a folder with a manifest.
    func checkForSets() throws(Misuse) {
        if hasSets { return }
        guard isManifest else {
            throw Misuse("There is no folder with a file barricade.json at \(path).")
        }
        throw Misuse("\(path) is a file. Name its folder: \(deletingLastPathComponent().path)")
    }
}
