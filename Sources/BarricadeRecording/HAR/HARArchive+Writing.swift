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
    /// Each set has a folder of its own, `get-books`, with its bodies, `200.json`. JSON is laid out
    /// for people; its numbers and the order of its keys stay as they were.
    ///
    /// A folder that has sets keeps them: those for the same requests get the replies of the file,
    /// and what people have written, named or edited stays, as with ``Recording/save(to:pruning:)``.
    ///
    /// - Parameters:
    ///   - folder: The folder; it is made if it does not exist.
    ///   - progress: Called now and then with how many of the sets have been written.
    /// - Returns: The files that were not there or were others.
    /// - Throws: `BarricadeError.Code.unusableFolder` if the folder has mistakes, or if the system
    ///   refuses to write; `BarricadeError.Code.secretInFile` if a file would still hold a known
    ///   secret. The folder is then as it was.
    @discardableResult
    public func write(
        to folder: URL, progress: Progress? = nil
    ) throws(BarricadeError) -> FolderChanges {
        try recorded.write(to: folder, progress: progress ?? { _, _ in }) { path, data in
            try redactor?.verify(data, at: path)
        }
    }
}
