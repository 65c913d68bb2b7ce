import Foundation

/// Finds the file of a body at the moment it is served.
struct BodyFile: Sendable {
    let name: String
    /// Where to look, in order; not used for an absolute path.
    let locations: [FileLocation]

    /// Returns the first file of that name.
    ///
    /// - Throws: ``BarricadeError/Code/unreadableFile`` naming the paths tried and the reason.
    func find() throws(BarricadeError) -> FilePart {
        let tried = candidates
        for url in tried {
            guard let status = FileStatus(url.path) else { continue }
            if status.isFolder {
                throw BarricadeError(
                    .unreadableFile, "The file \"\(name)\" is a folder: \(url.path).")
            }
            return FilePart(
                url: url, name: name, size: status.size, range: 0..<status.size, tag: .file(status))
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
