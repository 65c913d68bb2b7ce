public import Barricade
public import BarricadeFolder
public import Foundation

extension HARArchive {
    /// Writes the sets to a folder, which `ResponseSet.sets(in:)` reads.
    ///
    /// ```swift
    /// try archive.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has its own folder, `get-books`, with its bodies, `200.json`. JSON is indented for
    /// people; its numbers and the order of its keys stay the same.
    ///
    /// A folder that has sets keeps them: sets for the same requests get the replies of the file,
    /// and people's own text, names and edits stay, as with ``Recording/save(to:pruning:)``.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - progress: Called now and then with the number of sets written.
    /// - Returns: The files that were added or changed.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, or if the system
    ///   refuses to write; `BarricadeError.Code.secretInFile` if a file would still hold a known
    ///   secret. The folder is then unchanged.
    @discardableResult
    public func write(
        to folder: URL, progress: Progress? = nil
    ) throws(BarricadeError) -> FolderChanges {
        try recorded.write(to: folder, progress: progress ?? { _, _ in }) { path, data in
            try redactor?.verify(data, at: path)
        }
    }
}
