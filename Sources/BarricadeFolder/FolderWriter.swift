package import Barricade
import BarricadeCommon
package import Foundation

/// Exclusive access to write a folder of sets, for one thread of one process at a time.
package struct FolderWriter {
    /// The content of the folder before it is written.
    package struct Content: Sendable {
        let manifest: Manifest
        /// The statuses of its files when they were read, by their paths.
        fileprivate var statuses: [String: FileStatus?]

        package var sets: [ResponseSet] { manifest.sets }
        package var presets: [Preset] { manifest.presets }
    }

    /// The folder, without symbolic links.
    package let folder: URL
    /// The folder in which files are written first.
    package let draft: DraftFolder

    /// Waits for exclusive access to a folder, then runs a body that may write it.
    ///
    /// - Parameter check: Checks each file that replaces the content of the folder.
    /// - Throws: `BarricadeError.Code.unusableFolder` with the reason.
    package static func write<Result>(
        to url: URL, check: @escaping FolderCheck = { _, _ in },
        _ body: (FolderWriter) throws -> Result
    ) throws(BarricadeError) -> Result {
        let folder = Self.real(url)
        if let status = FileStatus(folder.path), !status.isFolder {
            throw .unusableFolder(
                """
                The folder \(folder.path.shortened) cannot be written: there is a file of that name.

                To fix: give the path of a folder, which is made if it does not exist.
                """)
        }
        do {
            try FileManager.default.createDirectory(
                at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try FileLock.withLock(at: Self.hidden("lock", folder).path) { _ in
                let draft = Self.hidden("draft", folder)
                let writer = FolderWriter(folder: folder, draft: DraftFolder(draft, check: check))
                // A killed process may have left these.
                try? FileManager.default.removeItem(at: draft)
                defer { try? FileManager.default.removeItem(at: draft) }
                _ = try writer.moveFinalFiles()
                return try body(writer)
            }
        } catch {
            throw BarricadeError(
                BarricadeError(error)?.code ?? .unusableFolder,
                "The folder \(folder.path.shortened) cannot be written: \(error.localizedDescription)"
            )
        }
    }

    static func real(_ url: URL) -> URL {
        url.resolvingSymlinksInPath().standardizedFileURL
    }

    /// Returns the URL of a hidden file or folder beside a folder.
    static func hidden(_ name: String, _ folder: URL) -> URL {
        folder.deletingLastPathComponent()
            .appendingPathComponent(".\(folder.lastPathComponent).\(name)")
    }

    /// Reads the folder; `nil` if it has no manifest.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with all mistakes in it.
    package func content() throws(BarricadeError) -> Content? {
        let place = ManifestFolder(folder)
        guard FileStatus(place.path(of: ManifestFolder.manifestName)) != nil else { return nil }
        let reading = FolderReading(place)
        var content = Content(manifest: try reading.manifest.get(), statuses: reading.statuses)
        for path in content.manifest.files where content.statuses[path] == nil {
            content.statuses[path] = FileStatus(place.path(of: path))
        }
        return content
    }

    /// Returns the folder as far as it matters for new files; `nil` if it does not exist.
    func target(_ content: Content?) -> FolderTarget? {
        FileStatus(folder.path).map { _ in
            FolderTarget(path: folder.path, own: Set((content?.statuses ?? [:]).keys))
        }
    }

    /// Returns the text of sets for the folder, with what it has besides them.
    private func text(
        _ sets: [ResponseSet], replacing content: Content?, _ written: [[String]?] = []
    ) throws(BarricadeError) -> FolderText {
        try FolderText(
            sets, content?.presets ?? [], content?.manifest.comments ?? FolderComments(),
            files: [.directory(folder)], target: target(content), written: written)
    }

    /// Writes the draft, and checks it.
    private func prepare(_ text: FolderText, replacing content: Content?) throws {
        try text.write(into: draft, of: folder) {
            content.flatMap { try? self.text($0.sets, replacing: $0) }
        }
        try text.verify(draft)
    }

    /// Replaces the content of the folder, and removes files that it no longer names.
    ///
    /// - Parameters:
    ///   - content: The content as it was read; `nil` if there was none.
    ///   - whole: Returns a set that is new, and alone in its subfolder, after writing its bodies;
    ///     `nil` for another one. All cores call it, and write what it returns.
    /// - Throws: `BarricadeError.Code.unusableFolder` if a set is code, or if a file was changed
    ///   since it was read.
    package func write(
        _ sets: [ResponseSet], replacing content: Content?,
        whole: @Sendable (ResponseSet) throws -> ResponseSet? = { _ in nil }
    ) throws -> FolderChanges {
        let written = try sets.mapConcurrently { [draft] set in
            try whole(set).map { try FolderText.write($0, into: draft) }
        }
        let text = try text(sets, replacing: content, written)
        try prepare(text, replacing: content)
        let paths = text.paths
        for path in paths.subtracting(draft.checked).sorted() {
            try draft.check(path, Data(contentsOf: URL(fileURLWithPath: draft.path(of: path))))
        }
        let old = content?.statuses ?? [:]
        for (path, status) in old
        where FileStatus(folder.appendingPathComponent(path).path) != status {
            throw BarricadeError.unusableFolder(
                "\(path.shortened) was changed meanwhile.\nTo fix: write it again.")
        }
        return try move(text, removing: Set(old.keys).subtracting(paths).sorted())
    }

    /// Checks that all sets and presets of the folder are among those that will be written.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with the missing ones.
    func checkNothingIsLost(
        of old: Content, _ sets: Set<String>, _ presets: Set<String>
    ) throws(BarricadeError) {
        let lost =
            old.sets.map(\.name).filter { !sets.contains($0) }.map { "set \"\($0.shortened)\"" }
            + old.presets.map(\.name).filter { !presets.contains($0) }
            .map { "preset \"\($0.shortened)\"" }
        if lost.isEmpty { return }
        let more = lost.count > 8 ? " and \(lost.count - 8) more" : ""
        throw .unusableFolder(
            """
            it has what this barricade has not, and would lose it: \
            \(lost.prefix(8).joined(separator: ", "))\(more).

            To fix: write to another folder, or read this one first: \
            try barricade.register(folder: …)
            """)
    }

    /// Writes the files of sets.
    func write(_ text: FolderText, replacing content: Content?) throws -> FolderChanges {
        try prepare(text, replacing: content)
        return try move(text)
    }

    /// Moves the draft into the folder, and removes files there.
    ///
    /// The draft becomes the final files in one step. From then on, readers read those instead of
    /// the folder's own, and the next writer completes the move if this process is killed.
    private func move(_ text: FolderText, removing removed: [String] = []) throws -> FolderChanges {
        guard FileStatus(folder.path) != nil else {
            try DraftFolder.rename(draft.url, to: folder)
            return FolderChanges(added: text.paths.sorted())
        }
        for path in text.paths.union(removed) { _ = try target(of: path) }
        try FinalFiles.commit(draft, paths: text.paths, removing: removed, in: folder)
        do {
            return try moveFinalFiles()
        } catch {
            // If the system refuses the first one, the folder stays as it was.
            if let final = try FinalFiles(of: folder), final.isComplete {
                try final.remove(as: draft.url)
            }
            throw error
        }
    }

    /// Moves the final files into the folder, each in one step, if there are any.
    private func moveFinalFiles() throws -> FolderChanges {
        guard let final = try FinalFiles(of: folder) else { return FolderChanges() }
        let files = FileManager.default
        var changes = FolderChanges(removed: final.removed)
        for path in final.paths {
            let file = try target(of: path)
            // A file that stays the same keeps its date.
            guard let source = final.url(of: path),
                !files.contentsEqual(atPath: source.path, andPath: file.path)
            else { continue }
            try files.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let isNew = FileStatus(file.path) == nil
            try DraftFolder.rename(source, to: file)
            if isNew { changes.added.append(path) } else { changes.changed.append(path) }
        }
        for path in final.removed { try remove(path) }
        changes.added.sort()
        changes.changed.sort()
        try final.remove(as: draft.url)
        return changes
    }

    /// Returns the file that a path names, through links within the folder.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` if it is out of the folder.
    private func target(of path: String) throws(BarricadeError) -> URL {
        let file = folder.appendingPathComponent(path)
        // A new file is where its folder is. Unlike a status, attributes are those of a link itself.
        var known = file
        while (try? FileManager.default.attributesOfItem(atPath: known.path)) == nil {
            known.deleteLastPathComponent()
        }
        let real = known.resolvingSymlinksInPath()
        guard real.path == folder.path || real.path.hasPrefix("\(folder.path)/") else {
            throw .unusableFolder(
                """
                \(path.shortened) is a link out of the folder, where nothing is written.

                To fix: remove the link, or write to the folder that it is in.
                """)
        }
        return known == file ? real : file
    }

    /// Removes a file, and its folder if it is then empty.
    private func remove(_ path: String) throws {
        _ = try target(of: path)
        let file = folder.appendingPathComponent(path)
        unlink(file.path)
        let parent = file.deletingLastPathComponent()
        if parent.path != folder.path { rmdir(parent.path) }
    }
}

extension ResponseSet {
    /// Returns the set without responses that are code, which no folder can hold.
    package func withoutCode(in files: FileLocation) -> ResponseSet {
        let written = responses.filter { response in
            let plan = FolderPlan(files: files)
            plan.begin(self)
            _ = ResponseEntry(response, in: plan)
            return plan.problems.isEmpty
        }
        let defaultName = written.contains { $0.name == defaultResponse } ? defaultResponse : nil
        var set = ResponseSet(
            name, on: matcher, default: defaultName, delay: delay, files: self.files ?? files,
            group: group, responses: written)
        set.origin = origin
        return set
    }
}
