import Barricade
package import Foundation

/// The folder of a manifest, and the paths in it.
package struct ManifestFolder: Sendable {
    package static let manifestName = "barricade.json"
    static let schemaName = "barricade.schema.json"

    let url: URL
    private let path: String
    /// The folder's path without symbolic links.
    package let realPath: String
    /// The files to read instead of the folder's own, after a save that was interrupted.
    private let final: FinalFiles?
    /// The location of its files.
    let location: FileLocation

    package init(_ url: URL) {
        (self.url, path, realPath) = (url, url.path, url.path.realPath)
        final = try? FinalFiles(of: FolderWriter.real(url))
        let own = FileLocation.confined(to: url)
        location = final.map { [$0.location, own] } ?? own
    }

    /// Finds the folder at a location.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` if none of its places has a manifest.
    init(finding location: FileLocation) throws(BarricadeError) {
        let places = location.paths(of: Self.manifestName)
        let folders = places.lazy.map {
            ManifestFolder(URL(fileURLWithPath: $0).deletingLastPathComponent())
        }
        guard
            let folder = folders.first(where: {
                FileStatus($0.path(of: Self.manifestName))?.isRegular == true
            })
        else {
            throw .unusableFolder(
                """
                No file "\(Self.manifestName)" was found. Tried:
                \(places.prefix(8).map { "  \($0.shortened)" }.joined(separator: "\n"))\
                \(location.hint(for: places))
                """)
        }
        self = folder
    }

    package func path(of file: String) -> String {
        final?.url(of: file)?.path ?? "\(path)/\(file)"
    }

    /// Returns the mistakes in its manifest and in files of sets, each with its place.
    ///
    /// There may be more than those of a file that has too many.
    package func mistakes() -> (messages: [String], hasMore: Bool) {
        guard let file = try? ManifestFile(Self.manifestName, in: self) else { return ([], false) }
        _ = try? Manifest(file, in: self)
        return (file.messages, file.hasMore)
    }

    /// Returns the fault of the path of a file in the folder; usually `nil`.
    ///
    /// - Parameter hasHint: Whether it suggests another file, which takes long.
    package func fault(of path: String, hasHint: Bool = true) -> String? {
        if let fault = Self.fault(ofSpelling: path) { return fault }
        let file = self.path(of: path)
        guard let status = FileStatus(file) else {
            let hint = hasHint ? hint(for: file) : ""
            return "names \"\(path.shortened)\", which is missing\(hint)"
        }
        guard status.isRegular else {
            return
                "names \"\(path.shortened)\", which is \(status.isFolder ? "a folder" : "no file")"
        }
        let isInside =
            final?.url(of: path) != nil
            || file.realPath.hasPrefix("\(realPath)/")
        return isInside ? nil : "names \"\(path.shortened)\", which is a link out of the folder"
    }

    /// Returns a sentence that suggests a file for a missing one.
    private func hint(for missing: String) -> String {
        guard let nearest = NearestFile.path(to: [missing]), nearest.hasPrefix("\(path)/") else {
            return ""
        }
        return ". Nearest: \"\(String(nearest.dropFirst(path.count + 1)).shortened)\""
    }

    /// Returns why a text cannot be the path of a file in any folder; usually `nil`.
    static func fault(ofSpelling path: String) -> String? {
        let parts = path.split(at: "/")
        let isPlain = parts.allSatisfy { !$0.isEmpty && $0.utf8.first != UInt8(ascii: ".") }
        if isPlain, path.withCString(strlen) == path.utf8.count { return nil }
        if path.hasPrefix("/") { return "wants a path in the folder, got an absolute one" }
        if parts.contains("..") { return "wants a path in the folder, got one with \"..\"" }
        if parts.first == ".", parts.count > 1 {
            return "wants a path in the folder without \".\" before it"
        }
        return parts.contains { $0.isEmpty || $0 == "." } || path.utf8.contains(0)
            ? "wants a path like \"books/all.json\"" : nil
    }
}
