import Barricade
import Foundation

/// A folder whose edits show at the next request.
final class WatchedFolder: Sendable {
    private struct State {
        /// The folder as last read.
        var reading: FolderReading
        /// The manifest as last read without a mistake.
        var manifest: Manifest
        /// The folder as it is registered.
        var registered: Manifest
        var hasEdit = false
    }

    let url: URL
    private let state: Locked<State>

    /// Reads a folder.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` with all mistakes in it.
    init(_ location: FileLocation) throws(BarricadeError) {
        url = try ManifestFolder(finding: location).url
        let reading = FolderReading(unlocked: url)
        let manifest = try reading.manifest.get()
        state = Locked(State(reading: reading, manifest: manifest, registered: manifest))
    }

    /// The folder as it is registered.
    var manifest: Manifest { state.withLock { $0.registered } }

    /// Notes that sets were written as the barricade has them, with the texts of their items.
    func noteWritten(_ sets: [ResponseSet], as texts: [String: String]) {
        let names = Set(sets.map(\.name))
        state.withLock { state in
            state.registered.items.removeAll { $0.sets.contains { names.contains($0.name) } }
            state.registered.items += sets.map { set in
                Manifest.Item(text: texts[set.name] ?? "", sets: [set])
            }
        }
    }

    /// Reads the folder again if one of its files has changed.
    ///
    /// - Returns: Whether there is an edit to take.
    /// - Throws: `BarricadeError.Code.unusableFolder`, once for each edit that is a mistake.
    func refresh() throws(BarricadeError) -> Bool {
        try state.withLock { state throws(BarricadeError) in
            let now = state.reading.statuses(in: state.reading.folder)
            // Another thread may have read an edit, and not have registered it yet.
            guard now != state.reading.statuses else { return state.hasEdit }
            state.reading = FolderReading(unlocked: url)
            do throws(BarricadeError) {
                state.manifest = try state.reading.manifest.get().reusing(state.manifest)
            } catch {
                // An edit of any file may fix the mistake.
                state.reading.statuses.merge(now) { own, _ in own }
                throw error
            }
            state.hasEdit = true
            return true
        }
    }

    /// Takes an edit, so that it is registered once.
    ///
    /// Call it while the store is locked: the latest edit is then the last to be registered.
    ///
    /// - Returns: The manifest as it was registered and as it was last read, and the names of the
    ///   sets that are the same in both.
    func takeEdit() -> (earlier: Manifest, manifest: Manifest, unchanged: Set<String>) {
        state.withLock { state in
            let earlier = state.registered
            let texts = Set(earlier.items.map(\.text))
            let same = state.manifest.items.filter { texts.contains($0.text) }
            (state.registered, state.hasEdit) = (state.manifest, false)
            return (earlier, state.manifest, Set(same.flatMap { $0.sets.map(\.name) }))
        }
    }
}

extension Manifest {
    /// Returns the manifest with the earlier sets of items that are the same, since a resource's
    /// items belong to its sets.
    fileprivate func reusing(_ earlier: Manifest) -> Manifest {
        let known = Dictionary(earlier.items.map { ($0.text, $0) }) { first, _ in first }
        var manifest = self
        manifest.items = items.map { known[$0.text] ?? $0 }
        return manifest
    }
}
