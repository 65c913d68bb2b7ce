import Barricade
import Foundation

/// The body files of a folder to be written, and the reasons why it cannot be written.
final class FolderPlan {
    private(set) var problems: [String] = []
    /// The files to copy, by their paths in the folder.
    private(set) var copies: [String: String] = [:]
    /// The paths of the files of each name, by those of their sources.
    private var paths: [String: [String: String]] = [:]
    /// The set or response that problems are about, for messages.
    private var title: () -> String = { "" }
    /// The set whose files are being found.
    private var set: ResponseSet?
    private let files: FileLocation
    private let target: FolderTarget?
    /// The paths that are taken, in lower case, since many file systems ignore case.
    private var taken: Set<String> = [
        ManifestFolder.manifestName, ManifestFolder.schemaName,
    ]

    /// - Parameters:
    ///   - files: The locations of files whose sets name none.
    ///   - target: The folder to be written; `nil` if nothing is known of it.
    init(files: FileLocation, target: FolderTarget? = nil) {
        (self.files, self.target) = (files, target)
    }

    func note(_ problem: String) {
        problems.append("\(title()) \(problem)")
    }

    /// Begins a set.
    func begin(_ set: ResponseSet) {
        self.set = set
        title = { "Response set \"\(set.name.shortened)\" (\(set.origin.text))" }
    }

    func begin(_ response: CannedResponse) {
        guard let set else { return }
        title = {
            "Response \"\(response.name.shortened)\" of set \"\(set.name.shortened)\" (\(set.origin.text))"
        }
    }

    /// Notes unknown names in presets, since a folder with them could not be read.
    func check(_ presets: [Preset], for sets: NamedSets) {
        for preset in presets {
            title = { "Preset \"\(preset.name.shortened)\"" }
            for (name, response) in preset.selection.ordered
            where sets[name]?[response] == nil {
                note(
                    "selects \"\(response.shortened)\" for set \"\(name.shortened)\", which does not exist"
                )
            }
            if let response = preset.everySet, !sets.responses.contains(response) {
                note("selects \"\(response.shortened)\", which no set has")
            }
        }
    }

    /// Takes the path of a set's own file; returns false if it is taken, or that of another file.
    func take(_ path: String) -> Bool {
        target?.hasOther(path) != true && taken.insert(path.lowercased()).inserted
    }

    /// Returns the path in the folder for a body file, which is copied there.
    func path(ofFile name: String, at location: FileLocation?) -> String {
        let place = location ?? set?.files ?? files
        do {
            return path(for: try BodyFile(name, in: place).path(), named: name)
        } catch {
            // Leave out the places that were tried, which take many lines.
            let sentence = error.message.split(separator: "\n").first ?? ""
            let reason = sentence.replacing(" Tried:", with: "")
            note("has a file that cannot be copied. \(reason)")
            return name
        }
    }

    private func path(for source: String, named name: String) -> String {
        let isPath = ManifestFolder.fault(ofSpelling: name) == nil
        let base = isPath ? name : URL(fileURLWithPath: source).lastPathComponent
        if let known = paths[base]?[source] { return known }
        var (path, number) = (base, paths[base]?.count ?? 0)
        repeat {
            number += 1
            guard number > 1 else { continue }
            let type = URL(fileURLWithPath: base).pathExtension
            let suffix = type.isEmpty ? "" : ".\(type)"
            path = "\(base.dropLast(suffix.count))-\(number)\(suffix)"
        } while target?.hasOther(path, than: source) == true
            || !taken.insert(path.lowercased()).inserted
        copies[path] = source
        paths[base, default: [:]][source] = path
        return path
    }
}

/// A folder to be written, in which files that its manifest does not name stay.
struct FolderTarget {
    let path: String
    /// The paths of the files that the manifest names.
    let own: Set<String>

    /// Returns whether a file is there that is not the manifest's, and differs from a source.
    func hasOther(_ path: String, than source: String = "") -> Bool {
        let file = "\(self.path)/\(path)"
        return !own.contains(path) && FileStatus(file) != nil
            && !FileManager.default.contentsEqual(atPath: source, andPath: file)
    }
}
