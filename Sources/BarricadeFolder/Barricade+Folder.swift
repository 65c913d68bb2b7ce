public import Barricade
public import Foundation

extension Barricade {
    /// Makes a barricade with the sets and presets of a folder with a file `barricade.json`.
    ///
    /// ```swift
    /// let barricade = try Barricade(folder: .bundle(.module, subdirectory: "Responses"))
    /// ```
    ///
    /// - Parameters:
    ///   - folder: The location of the folder.
    ///   - watching: Whether an edit of its manifest shows at the next request; false by default.
    ///   - configure: Changes the settings; called once, before this initializer returns.
    /// - Throws: `BarricadeError.Code.unusableFolder` with the mistakes in the folder, each with its
    ///   file, line, column and JSON path.
    public convenience init(
        folder: FileLocation, watching: Bool = false,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(BarricadeError) {
        let folder = try WatchedFolder(folder)
        var settings = Settings()
        configure(&settings)
        self.init(settings: settings)
        register(folder, watching: watching)
    }

    /// Registers the sets and presets of a folder, in front of those already registered.
    ///
    /// Edits of body files always show at the next request. If the folder is watched, so do edits of
    /// the manifest; sets that are the same as before keep their place in sequences, and resources
    /// their items. An edit that is a mistake is reported once, and changes nothing; `validate()` names
    /// it until it is mended.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with the mistakes in the folder; then it
    ///   registers nothing.
    public func register(
        folder: FileLocation, watching: Bool = false
    ) throws(BarricadeError) {
        register(try WatchedFolder(folder), watching: watching)
    }

    /// Registers the sets and presets of a folder and of its edits, behind all other sets.
    ///
    /// - Returns: The number of the registration.
    package func registerBehindOthers(_ folder: URL) throws(BarricadeError) -> Int {
        register(try WatchedFolder(.directory(folder)), watching: true, isBehindOthers: true)
    }

    /// Sets what happens when a watched folder with an edit has been read.
    package func whenFolderIsReadAgain(_ act: @escaping @Sendable (URL) -> Void) {
        registeredFolders.readAgain.withLock { $0 = act }
    }

    @discardableResult
    private func register(
        _ folder: WatchedFolder, watching: Bool, isBehindOthers: Bool = false
    ) -> Int {
        let manifest = folder.manifest
        let registration = store.update { state in
            state.register(manifest.presets)
            let registration = state.newRegistration(isBehindOthers: isBehindOthers)
            state.replace(registration, with: manifest.sets, unchanged: [])
            return registration
        }
        registeredFolders.comments.withLock { $0.add(manifest.comments) }
        registeredFolders.places.withLock { $0.append((folder, registration)) }
        if watching { register(FolderWatch(folder, registration, registeredFolders, report)) }
        return registration
    }

    /// Writes all sets and presets to a folder, to be edited and read again.
    ///
    /// ```swift
    /// try barricade.write(to: URL(fileURLWithPath: "Responses", isDirectory: true))
    /// ```
    ///
    /// It copies body files into the folder, and adds a JSON Schema, with which editors complete
    /// and check the manifest. It writes the files beside the folder first, reads them back, and
    /// then moves them into it; if that is interrupted, readers see it as if it were complete, and the
    /// next save completes it. Files that its manifest does not name stay: a body file of such a name
    /// gets a number. Sets read from such a folder are written as the same bytes. It does not
    /// write to a folder with sets that the barricade does not have, since they would be lost.
    ///
    /// The selection, the settings and the current items of resources are not written.
    ///
    /// - Returns: The files that were added or changed.
    /// - Throws: `BarricadeError.Code.unusableFolder` naming everything that is code, such as
    ///   handlers and closures, before anything is written; if sets or presets of the folder would be
    ///   lost, or if it has mistakes; or if the system refuses to write.
    @discardableResult
    public func write(to folder: URL) throws(BarricadeError) -> FolderChanges {
        let state = store.state
        let sets = state.orderedSets.map(\.definition)
        func text(_ target: FolderTarget? = nil) throws(BarricadeError) -> FolderText {
            try FolderText(
                sets, state.presets, registeredFolders.comments.withLock { $0 },
                files: files, target: target)
        }
        _ = try text()
        return try FolderWriter.write(to: folder) { writer in
            let old = try writer.content()
            if let old {
                try writer.checkNothingIsLost(
                    of: old, Set(sets.map(\.name)), Set(state.presets.map(\.name)))
            }
            // Another save may have moved the files of an interrupted one.
            return try writer.write(text(writer.target(old)), replacing: old)
        }
    }
}

/// Registers what changes in a folder.
private final class FolderWatch: Plugin {
    private let folder: WatchedFolder
    private let registration: Int
    private let folders: RegisteredFolders
    private let report: @Sendable (BarricadeError) -> Void

    init(
        _ folder: WatchedFolder, _ registration: Int, _ folders: RegisteredFolders,
        _ report: @escaping @Sendable (BarricadeError) -> Void
    ) {
        (self.folder, self.registration) = (folder, registration)
        (self.folders, self.report) = (folders, report)
    }

    func pendingChange() -> ((inout StoreState) -> Void)? {
        do {
            guard try folder.refresh() else { return nil }
            folders.readAgain.withLock { $0 }?(folder.url)
            return { [self] in registerEdit(in: &$0) }
        } catch {
            report(error)
            return { [registration] in $0.folderFaults[registration] = error }
        }
    }

    private func registerEdit(in state: inout StoreState) {
        let edit = folder.takeEdit()
        state.folderFaults[registration] = nil
        let (earlier, presets) = (Set(edit.earlier.presets), edit.manifest.presets)
        let names = Set(presets.map(\.name))
        // Presets that were replaced since then stay.
        state.presets.removeAll { earlier.contains($0) && !names.contains($0.name) }
        let present = Set(state.presets)
        state.register(presets.filter { !present.contains($0) })
        state.replace(registration, with: edit.manifest.sets, unchanged: edit.unchanged)
        folders.comments.withLock { $0.add(edit.manifest.comments) }
    }
}

extension ResponseSet {
    /// Returns the sets of a folder with a file `barricade.json`, to list among others.
    ///
    /// ```swift
    /// let sets = try ResponseSet.sets(in: .bundle(.module, subdirectory: "Responses"))
    /// let barricade = Barricade(login, sets)
    /// ```
    ///
    /// `Barricade.register(folder:watching:)` registers the presets too.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with the mistakes in the folder.
    public static func sets(in folder: FileLocation) throws(BarricadeError) -> [ResponseSet] {
        try WatchedFolder(folder).manifest.sets
    }
}

/// The changes that writing a folder of sets has made.
///
/// Printed, it reads like `3 files added, 1 changed`.
public struct FolderChanges: Hashable, Sendable, Encodable {
    /// The paths of new files in the folder, in order.
    public package(set) var added: [String] = []
    /// The paths of files with other content, in order.
    public package(set) var changed: [String] = []
    /// The paths of removed files, in order.
    public package(set) var removed: [String] = []

    /// Whether all files are unchanged.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}

extension FolderChanges: CustomStringConvertible {
    public var description: String {
        let counts = [(added, "added"), (changed, "changed"), (removed, "removed")]
            .filter { paths, _ in !paths.isEmpty }
        guard let first = counts.first else { return "no file changed" }
        let rest = counts.dropFirst().map { paths, verb in ", \(paths.count) \(verb)" }
        return "\(first.0.count.counted("file")) \(first.1)\(rest.joined())"
    }
}

extension BarricadeError.Code {
    /// A folder of sets that cannot be read or written.
    public static let unusableFolder = Self(.unusableFolder)
}

extension BarricadeError {
    static func unusableFolder(_ message: String) -> BarricadeError {
        BarricadeError(.unusableFolder, message)
    }
}

extension StoreState {
    /// Replaces the sets of an earlier registration, at the same place in the order.
    ///
    /// Sets that were registered later under the same names stay too.
    ///
    /// - Parameter unchanged: The names of sets that are the same as before.
    fileprivate mutating func replace(
        _ registration: Int, with added: [ResponseSet], unchanged: Set<String>
    ) {
        lazy var names = Set(added.map(\.name))
        let gone = orderedSets.filter {
            $0.registration == registration && !names.contains($0.name)
        }
        unregister(gone)
        insert(
            added.filter { sets[$0.name].map { $0.registration <= registration } ?? true },
            above: Precedence(behind: registration), unchanged: unchanged)
    }
}
