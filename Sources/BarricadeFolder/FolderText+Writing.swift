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

    /// Moves a file or folder, and replaces an existing file.
    static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
