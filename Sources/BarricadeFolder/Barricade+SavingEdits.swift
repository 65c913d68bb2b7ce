package import Barricade
import BarricadeCommon
import BarricadeResources
package import Foundation

extension Barricade {
    /// The folder that takes what was made at run time: the one registered last; `nil` if none is.
    package var folderForEdits: URL? { lastFolder?.folder.url }

    /// Writes the responses and sets that were made at run time to their folder.
    ///
    /// It reads the folder first, and adds to what is there now. Only the files of these sets
    /// change. What it writes belongs to the folder from then on.
    ///
    /// - Throws: `BarricadeError.Code.unusableFolder` if no folder is registered, or if it is gone
    ///   or has mistakes.
    package func saveEdits() throws(BarricadeError) -> SavedEdits {
        guard let place = lastFolder else {
            throw .unusableFolder(
                """
                No folder is registered to save to.

                To fix: try barricade.register(folder: …, watching: true)
                """)
        }
        let edited = store.state.orderedSets.map(\.definition).filter {
            $0.responses.contains { $0.edit != nil }
        }
        var merge = EditMerge()
        var changes = FolderChanges()
        var written = NamedSets([])
        try FolderWriter.write(to: place.folder.url) { writer in
            guard let content = try writer.content() else {
                throw BarricadeError.unusableFolder("it has no manifest any more.")
            }
            merge.sets = content.sets
            let (known, found) = (place.folder.manifest.texts, content.manifest.texts)
            for set in edited.reversed() {
                try merge.add(set, known: known[set.name], found: found[set.name], writer)
            }
            if merge.saved.isEmpty { return }
            changes = try writer.write(merge.sets, replacing: content)
            // Somebody may have edited the folder meanwhile.
            guard let content = try writer.content() else { return }
            written = NamedSets(content.sets)
            place.folder.noteWritten(
                content.sets.filter {
                    merge.saved[$0.name] != nil && known[$0.name] == found[$0.name]
                }, as: content.manifest.texts)
        }
        let saved = merge.saved
        store.update { [written] in $0.handOver(saved, as: written, to: place.registration) }
        return SavedEdits(
            changes: "\(changes)", responses: saved.values.reduce(0) { $0 + $1.count },
            notes: merge.notes)
    }

    private var lastFolder: (folder: WatchedFolder, registration: Int)? {
        registeredFolders.places.withLock { $0.last }
    }

    var registeredFolders: RegisteredFolders { attachments.value { RegisteredFolders() } }
}

/// The result of saving edits to a folder.
package struct SavedEdits: Sendable, Codable {
    /// The files that were added or changed, in words.
    package let changes: String
    /// The number of responses that were saved.
    package let responses: Int
    /// What stays unsaved and why, and which sets were edited on disk meanwhile, in a sentence each.
    package let notes: [String]
}

/// The folders that a barricade has registered.
final class RegisteredFolders: Sendable {
    let places = Locked<[(folder: WatchedFolder, registration: Int)]>([])
    /// Called when one that is watched has been read again.
    let readAgain = Locked<(@Sendable (URL) -> Void)?>(nil)
    /// The comments in all of them, to be written back.
    let comments = Locked(FolderComments())
}

/// The sets of a folder with what was made at run time.
private struct EditMerge {
    var sets: [ResponseSet] = []
    /// The identifiers of the saved edits by set.
    private(set) var saved: [String: Set<String>] = [:]
    private(set) var notes: [String] = []

    /// Adds what was made in a set.
    ///
    /// - Parameters:
    ///   - known: The text of the set's item as it is registered.
    ///   - found: That in the folder now.
    mutating func add(
        _ set: ResponseSet, known: String?, found: String?, _ writer: FolderWriter
    ) throws {
        let title = "Set \"\(set.name.shortened)\""
        let made = set.responses.filter { $0.edit != nil }
        guard let index = sets.firstIndex(where: { $0.name == set.name }) else {
            guard set.isMade else {
                notes.append(
                    "\(title) is in \(set.origin.text), not in the folder: copy it as Swift.")
                return
            }
            // A set that is made at run time is asked first.
            sets.insert(set, at: 0)
            saved[set.name] = Set(made.compactMap(\.edit?.id))
            return
        }
        guard sets[index].resource == nil else {
            notes.append("\(title) is that of a resource, which has its own responses.")
            return
        }
        let isKnown = found == known
        if known != nil, !isKnown {
            notes.append("\(title) was edited in the folder meanwhile; the edit stays.")
        }
        for response in made {
            guard let edit = response.edit else { continue }
            let own = sets[index].responses.firstIndex { $0.name == response.name }
            if let own,
                edit.original == nil || !isKnown
                    || isBodyNewer(of: sets[index].responses[own], than: edit, writer)
            {
                notes.append(
                    """
                    \(title) has a response "\(sets[index].responses[own].name.shortened)" in the \
                    folder now, which stays: \(edit.original == nil ? "rename" : "copy") yours.
                    """)
                continue
            }
            if let own {
                sets[index].responses[own] = try inItsFile(
                    response, for: sets[index].responses[own], writer)
            } else {
                sets[index].responses.append(response)
            }
            saved[set.name, default: []].insert(edit.id)
        }
    }

    /// Returns whether somebody has changed the body file of a response since an edit.
    private func isBodyNewer(
        of response: CannedResponse, than edit: Edit, _ writer: FolderWriter
    ) -> Bool {
        let file = response.plainReply?.file.map { writer.folder.appendingPathComponent($0) }
        let status = file.flatMap { FileStatus($0.path) }
        return Double(status?.modification ?? 0) > edit.date.timeIntervalSince1970 * 1e9
    }

    /// Returns a response with its body in the file of the one that it replaces, if that has one
    /// of the same type.
    ///
    /// It stays in the manifest if the file has another body, and other responses have the file too.
    private func inItsFile(
        _ response: CannedResponse, for old: CannedResponse, _ writer: FolderWriter
    ) throws -> CannedResponse {
        guard let earlier = old.plainReply, let file = earlier.file, let body = response.plainReply,
            body.exists, body.file == nil, body.reply.contentType == earlier.reply.contentType
        else { return response }
        let layOut = file.hasSuffix(".json") ? JSONLayout.laidOut : { $0 }
        let data = try layOut(body.bytes(in: []))
        var location: FileLocation?
        if try data != layOut(earlier.bytes(in: .directory(writer.folder))) {
            let bodies = sets.flatMap(\.responses).flatMap { CannedBody.all(of: $0) }
            guard bodies.count(where: { $0.file == file }) == 1 else { return response }
            try writer.draft.write(data, to: file)
            location = .directory(writer.draft.url)
        }
        return response.changingReplies { [location] reply in
            reply.body = .file(file, in: location).ofType(reply.body.contentType)
        }
    }
}

extension StoreState {
    /// Makes saved responses those of the folder, and saved sets those of its registration.
    ///
    /// What was changed since it was saved stays an edit.
    ///
    /// - Parameter written: The sets as the folder has them.
    fileprivate mutating func handOver(
        _ saved: [String: Set<String>], as written: NamedSets, to registration: Int
    ) {
        for (name, edits) in saved {
            guard let set = sets[name] else { continue }
            var renewed: Set<String> = []
            let settled = set.definition.responses.map { response in
                guard let edit = response.edit, edits.contains(edit.id) else { return response }
                var settled = written[name]?[response.name] ?? response
                (settled.edit, settled.savedEdit) = (nil, edit)
                if settled.plainReply?.file != nil { renewed.insert(response.name) }
                return settled
            }
            revise(
                set, settled, preparing: renewed,
                in: set.definition.isMade ? registration : nil)
        }
    }
}
