package import Barricade
package import BarricadeFolder
package import Foundation

extension RecordedSets {
    /// Adds the sets to a folder; people's changes in it stay.
    ///
    /// Each set has a folder, `get-books-id`, with its own file, `set.json`, and a file per body,
    /// `200.json`.
    ///
    /// - Parameters:
    ///   - progress: Called with the number of sets added, and of all.
    ///   - check: Checks each file, by its path in the folder, before any is moved there.
    @discardableResult
    package func write(
        to folder: URL, progress: (Int, Int) -> Void = { _, _ in },
        check: (_ path: String, _ data: Data) throws -> Void = { _, _ in }
    ) throws(BarricadeError) -> FolderChanges {
        try FolderMerge.write(to: folder, progress: progress, sets: { ordered }, check: check)
    }
}
