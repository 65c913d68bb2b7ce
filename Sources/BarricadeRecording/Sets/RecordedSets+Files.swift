package import Barricade
package import Foundation

extension RecordedSets {
    /// Writes the bodies to a folder; returns the sets with responses that read them from there.
    ///
    /// Each set has a folder, `get-books-id`, with a file for each body, `200.json`, and notes that
    /// its own entry is to be written to `set.json` there.
    package func writeBodies(to folder: URL) throws -> [ResponseSet] {
        try ordered.map { recorded, name in
            let own = folder.appendingPathComponent(name, isDirectory: true)
            var names = UniqueNames(taken: ["set"])
            var set = try recorded.responseSet(files: .directory(folder)) { response in
                guard let fileExtension = response.fileExtension else { return response.canned() }
                let file = names.next(FileName([response.name])) + "." + fileExtension
                try FileManager.default.createDirectory(
                    at: own, withIntermediateDirectories: true)
                try response.fileData().write(to: own.appendingPathComponent(file))
                return response.canned(file: "\(name)/\(file)")
            }
            set.notes = FolderNotes(file: "\(name)/set.json")
            return set
        }
    }
}
