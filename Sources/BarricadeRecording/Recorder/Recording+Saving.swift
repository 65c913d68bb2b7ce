public import Barricade
public import BarricadeFolder
public import Foundation

extension Recording {
    /// Saves the recorded responses to a folder, which a barricade can read and people can edit.
    ///
    /// ```swift
    /// try recording.save(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has a subfolder with a file `set.json` and its bodies. In a folder that was
    /// recorded before, it writes only what has changed: people's own names, text and edits stay,
    /// and so do values at ``Settings/volatilePaths``. It writes files beside the folder first,
    /// reads them back, checks them for known secrets, and then moves them into the folder. Two
    /// recordings may be saved to one folder, one after the other.
    ///
    /// Responses that are code, such as handlers, are left out.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - pruning: Whether recorded responses in the folder that did not come again are removed,
    ///     unless people have changed them or presets select them; false by default.
    /// - Returns: The files that were added, changed or removed.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, if it is
    ///   changed meanwhile, or if the system refuses to write; `BarricadeError.Code.secretInFile`
    ///   if a known secret would be written. The folder is then unchanged, and the recording can
    ///   be saved again, or elsewhere.
    @discardableResult
    public func save(
        to folder: URL, pruning: Bool = false
    ) throws(BarricadeError) -> FolderChanges {
        let recorder = recorder
        return try FolderMerge.write(
            to: folder, otherFiles: files, recorder.settings.volatile, pruning: pruning
        ) {
            let content = try recorder.settle()
            return content.extended.map { ($0, $0.name) } + content.made.ordered
        } check: { path, data in
            try recorder.redactor.verify(data, at: path)
        }
    }
}
