import Barricade
import BarricadeFolder
import Foundation

/// The body files of a folder, which are first written elsewhere.
struct BodyDrafts {
    /// The final folder.
    private let folder: URL
    private let drafts: DraftFolder
    /// The paths in use, in lower case, since many file systems ignore case.
    private var taken: Set<String> = []

    init(for folder: URL, at drafts: DraftFolder) {
        self.folder = folder
        self.drafts = drafts
    }

    /// Returns the path of a subfolder that does not exist yet.
    mutating func newFolder(_ name: String) -> String {
        FileName([name]).unique { isFree($0) }.text
    }

    /// Writes a body; returns the response that reads it.
    ///
    /// - Parameters:
    ///   - path: The path of its file in the folder; `nil` means a new file.
    ///   - parent: The path of the subfolder for a new file.
    mutating func canned(
        _ response: RecordedResponse, _ body: Data, at path: String?, in parent: String
    ) throws -> CannedResponse {
        guard let fileExtension = response.fileExtension else { return response.canned() }
        let path = path ?? newFile(response.name, fileExtension, in: parent)
        try drafts.write(body, to: path)
        return response.canned(file: path, in: .directory(drafts.url))
    }

    private mutating func newFile(
        _ name: String, _ fileExtension: String, in parent: String
    ) -> String {
        func path(_ name: String) -> String {
            (parent.isEmpty ? "" : "\(parent)/") + "\(name).\(fileExtension)"
        }
        // "set" is reserved for the set's own file.
        return path(FileName([name]).unique { $0 != "set" && isFree(path($0)) }.text)
    }

    private mutating func isFree(_ path: String) -> Bool {
        !FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
            && taken.insert(path.lowercased()).inserted
    }
}
