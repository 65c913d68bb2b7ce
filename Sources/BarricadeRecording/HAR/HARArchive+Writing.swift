public import Barricade
public import Foundation

extension HARArchive {
    /// Writes the sets to a folder, which `ResponseSet.sets(in:)` reads.
    ///
    /// ```swift
    /// try archive.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// Each set has a folder of its own, `get-books`, with its bodies, `200.json`. JSON is laid out
    /// for people; its numbers and the order of its keys stay as they were. The sets of a folder
    /// that is there already are replaced; its other files stay.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` if the system refuses to write;
    ///   `BarricadeError.Code.secretInFile` if a file would still hold a known secret,
    ///   before anything is written.
    public func write(to folder: URL) throws(BarricadeError) {
        do {
            let scratch = try TemporaryFolder()
            defer { withExtendedLifetime(scratch) {} }
            let sets = try recorded.writeBodies(
                to: scratch.url.appendingPathComponent("bodies", isDirectory: true))
            let draft = scratch.url.appendingPathComponent("draft", isDirectory: true)
            try Barricade(sets).write(to: draft)
            try verify(draft)
            try Barricade(sets).write(to: folder)
        } catch {
            throw BarricadeError(error)
                ?? BarricadeError(
                    .unusableFolder,
                    """
                    The folder \(folder.path.shortened) cannot be written: \
                    \(error.localizedDescription)
                    """)
        }
    }

    /// Seeks the known secrets in all files, and in their names.
    private func verify(_ folder: URL) throws {
        guard let redactor else { return }
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
            let file = folder.appendingPathComponent(path)
            let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
            try redactor.verify(isFile ? Data(contentsOf: file) : Data(), at: path)
        }
    }
}
