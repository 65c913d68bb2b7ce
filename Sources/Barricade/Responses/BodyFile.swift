import Foundation

/// Finds and reads the file of a body at the moment it is served.
struct BodyFile: Sendable {
    let name: String
    /// Where to look, in order; not used for an absolute path.
    let locations: [FileLocation]

    /// The file's bytes.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    func read() throws(BarricadeError) -> Data {
        let tried = candidates
        for url in tried {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
                continue
            }
            if isFolder.boolValue {
                throw BarricadeError(
                    .unreadableFile, "The file \"\(name)\" is a folder: \(url.path).")
            }
            do {
                return try Data(contentsOf: url, options: .mappedIfSafe)
            } catch {
                throw BarricadeError(
                    .unreadableFile,
                    "The file \"\(name)\" cannot be read: \(url.path): \(error.localizedDescription)"
                )
            }
        }
        throw BarricadeError(
            .unreadableFile,
            """
            The file "\(name)" is missing. Tried:
            \(tried.map { "  \($0.path)" }.joined(separator: "\n"))
            """)
    }

    private var candidates: [URL] {
        if name.hasPrefix("/") { return [URL(fileURLWithPath: name)] }
        return locations.map { $0.candidate(for: name) }
    }
}
