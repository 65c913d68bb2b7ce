import Foundation

extension FolderText {
    /// Writes the files to a folder: first beside it, then, once they were read back, in it.
    ///
    /// - Throws: ``BarricadeError/Code/unusableFolder`` with the reason; then the folder is as it was,
    ///   unless the system refuses to move a file into it.
    func write(to url: URL) throws(BarricadeError) {
        let target = url.resolvingSymlinksInPath().standardizedFileURL
        let draft = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: draft) }
        do {
            try write(into: draft)
            try verify(draft)
            try move(draft, to: target)
        } catch {
            let reason =
                BarricadeError(error)?.message ?? (error as? FileLock.Failure)?.description
                ?? error.localizedDescription
            throw BarricadeError(
                .unusableFolder, "The folder \(target.path.shortened) cannot be written: \(reason)")
        }
    }

    private func write(into draft: URL) throws {
        let files = FileManager.default
        for (path, text) in texts {
            let file = try Self.prepare(path, in: draft)
            try Data(text.utf8).write(to: file)
        }
        for (path, source) in copies {
            try files.copyItem(
                at: source.resolvingSymlinksInPath(), to: try Self.prepare(path, in: draft))
        }
    }

    /// Reads the folder back, which must give the same text.
    private func verify(_ draft: URL) throws {
        let manifest = try Manifest.read(ManifestFolder(draft)).get()
        let again = try FolderText(
            manifest.sets, manifest.presets, manifest.comments, files: [.directory(draft)])
        for (path, text) in texts where again.texts[path] != text {
            throw BarricadeError(.unusableFolder, "\(path) is not the same when it is read back.")
        }
    }

    private func move(_ draft: URL, to target: URL) throws {
        let files = FileManager.default
        guard FileStatus(target.path) != nil else {
            return try Self.rename(draft, to: target)
        }
        // The manifest comes last, so that it names nothing that is not there yet.
        let paths =
            copies.keys.sorted()
            + texts.keys.sorted { left, _ in
                left != ManifestFolder.manifestName
            }
        for path in paths {
            let source = draft.appendingPathComponent(path)
            let file = try Self.prepare(path, in: target)
            // A file that stays the same keeps its date.
            if !files.contentsEqual(atPath: source.path, andPath: file.path) {
                try Self.rename(source, to: file)
            }
        }
    }

    /// Returns the URL of a file whose folder exists.
    private static func prepare(_ path: String, in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }

    /// Moves a file or folder, in place of a file that is there.
    private static func rename(_ source: URL, to target: URL) throws {
        guard Foundation.rename(source.path, target.path) == 0 else {
            throw FileLock.Failure(target.path, "cannot be replaced")
        }
    }
}
