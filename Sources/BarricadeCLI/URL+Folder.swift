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

    /// Throws an error unless it is the URL of a folder with a manifest.
    func checkForSets() throws(Misuse) {
        if hasSets { return }
        guard isManifest else {
            throw Misuse("There is no folder with a file barricade.json at \(path).")
        }
        throw Misuse("\(path) is a file. Name its folder: \(deletingLastPathComponent().path)")
    }
}
