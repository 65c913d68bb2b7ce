public import Barricade
public import Foundation

extension Recording {
    /// Saves the recorded responses to a folder, which a barricade can read and people can edit.
    ///
    /// ```swift
    /// try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has a subfolder with a file `set.json` and its bodies. In a folder that was recorded
    /// before, only what has changed is written: what people have named, written or edited stays, and
    /// so do values at ``Settings/volatilePaths``. Files are written beside the folder first, and
    /// moved into it once they have been read back and no known secret was found in them. Two
    /// recordings may be saved to one folder, one after the other.
    ///
    /// Responses that are code, such as handlers, are left out.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - pruning: Whether recorded responses in the folder that did not come again are removed,
    ///     unless people have changed them or presets select them; false by default.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, if it is changed
    ///   meanwhile, or if the system refuses to write; `BarricadeError.Code.secretInFile` if a known
    ///   secret would be written. The folder is then as it was, and the recording can be saved again,
    ///   or elsewhere.
    public func save(to folder: URL, pruning: Bool = false) throws(BarricadeError) {
        let recorder = recorder
        let volatile = recorder.settings.volatile
        try FolderWriter.write(to: folder) { writer in
            let content = try recorder.settle()
            let old = try writer.content()
            let drafts = try recorder.bodies.newFile()
            defer { try? FileManager.default.removeItem(at: drafts) }
            var merge = FolderMerge(
                old?.sets ?? [], in: writer.folder, drafts: drafts, otherFiles: files, volatile)
            try merge.add(content.extended.map { ($0, $0.name) } + content.made.ordered)
            if pruning { merge.prune(sparing: old?.presets ?? []) }
            try writer.write(merge.sets, replacing: old) { path, data in
                try recorder.redactor.verify(data, at: path)
            }
        }
    }
}
